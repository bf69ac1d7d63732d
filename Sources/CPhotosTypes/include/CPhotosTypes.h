#pragma once

// The enumerations and option sets of PhotoKit, in C.
//
// A newer library may contain values that this header does not name, and callers make their own values from raw
// numbers. A Swift enumeration cannot represent such a value. A C enumeration with a fixed type and open
// extensibility can. Swift imports it with the case names, an `init?(rawValue:)` that always succeeds, and the
// `@unknown default` that PhotoKit's callers need.
//
// Types that PhotoKit nests in `PHAsset` have flat names here; the class adds the nested names.

#include <limits.h>

#define PH_OPEN_ENUM(Name) \
    enum __attribute__((enum_extensibility(open))) Name : long; \
    typedef enum Name Name; \
    enum Name : long

#define PH_OPEN_SHORT_ENUM(Name) \
    enum __attribute__((enum_extensibility(open))) Name : short; \
    typedef enum Name Name; \
    enum Name : short

#define PH_OPTION_SET(Name) \
    enum __attribute__((flag_enum, enum_extensibility(open))) Name : unsigned long; \
    typedef enum Name Name; \
    enum Name : unsigned long

#define PH_DEPRECATED(Message) __attribute__((deprecated(Message)))

#include "CPhotosTypesAccess.h"
#include "CPhotosTypesAsset.h"
#include "CPhotosTypesAssetKinds.h"
#include "CPhotosTypesCollection.h"
#include "CPhotosTypesError.h"
#include "CPhotosTypesImage.h"
#include "CPhotosTypesResource.h"
#include "CPhotosTypesUploadJob.h"
