// Calls itself without end. Its virtual machine reports a full stack, unless it needs more than the
// memory limit to detect that.
class Deep {
    static int deep(int level) {
        return deep(level + 1) + 1;
    }

    public static void main(String[] arguments) {
        System.out.println("Alice wins");
        deep(0);
    }
}
