"""n numbers, up to a largest one, from a seed."""

import random
import sys

count, largest, seed = (int(word) for word in sys.argv[1:4])
random.seed(seed)
print(count)
print(*(random.randint(1, min(largest, {{max_n}})) for _ in range(count)))
