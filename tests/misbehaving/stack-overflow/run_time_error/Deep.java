// Calls itself without end. Its virtual machine says that the stack has no more room, unless what it needs
// to find that out is more than the memory limit.
class Deep {
    static int deep(int level) {
        return deep(level + 1) + 1;
    }

    public static void main(String[] arguments) {
        System.out.println("Alice wins");
        deep(0);
    }
}
