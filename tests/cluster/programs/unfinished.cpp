// Does not compile.
int main() { return n; }
