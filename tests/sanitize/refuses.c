#ifdef __SANITIZE_ADDRESS__
#error not with sanitizers
#endif

int main(void) {
    return 0;
}
