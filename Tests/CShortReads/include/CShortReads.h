// Reads that give less than was asked for, as the kernel may at any time.
#pragma once

/// From now on counts this process's reads from files, and lets the read of this number give half of what it could;
/// none where the number is 0.
void short_reads_begin(long number);

/// How many reads have been counted.
long short_reads_counted(void);
