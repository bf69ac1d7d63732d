#include "CAllocator.h"
