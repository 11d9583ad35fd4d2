# Prints a wrong answer, and exits with a code for success. The answer counts.
print("Bob wins")
