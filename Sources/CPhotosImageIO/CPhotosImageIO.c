#include "CPhotosImageIO.h"
