#pragma once

#include <malloc.h>

// Bytes that the process has allocated and not freed.
static inline double allocated_bytes(void) {
    malloc_trim(0);
    struct mallinfo2 facts = mallinfo2();
    return (double)facts.uordblks + (double)facts.hblkhd;
}
