#include "CPhotosTypes.h"
