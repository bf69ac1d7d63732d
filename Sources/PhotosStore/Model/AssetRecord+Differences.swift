extension AssetRecord {
    /// Returns the fields in which two assets differ.
    ///
    /// The fields are compared one by one as Swift values. Wrapping each value in a ``FieldValue`` would cost time in
    /// every commit.
    package func differences(from other: AssetRecord) -> AssetFieldMask {
        var mask: UInt64 = 0
        func note(_ differs: Bool, _ field: AssetField) { if differs { mask |= field.bit } }
        note(modificationDate != other.modificationDate, .modificationDate)
        note(isFavorite != other.isFavorite, .isFavorite)
        note(isHidden != other.isHidden, .isHidden)
        note(trashedDate != other.trashedDate, .trashedDate)
        note(contentVersion != other.contentVersion, .contentVersion)
        note(creationDate != other.creationDate, .creationDate)
        note(creationZone != other.creationZone, .creationZone)
        note(latitude != other.latitude, .latitude)
        note(longitude != other.longitude, .longitude)
        note(altitude != other.altitude, .altitude)
        note(horizontalAccuracy != other.horizontalAccuracy, .horizontalAccuracy)
        note(verticalAccuracy != other.verticalAccuracy, .verticalAccuracy)
        note(course != other.course, .course)
        note(speed != other.speed, .speed)
        note(locationDate != other.locationDate, .locationDate)
        note(rating != other.rating, .rating)
        note(!Self.isSame(caption, other.caption), .caption)
        note(!Self.isSame(keywords, other.keywords), .keywords)
        note(mediaType != other.mediaType, .mediaType)
        note(mediaSubtypes != other.mediaSubtypes, .mediaSubtypes)
        note(playbackStyle != other.playbackStyle, .playbackStyle)
        note(playbackVariation != other.playbackVariation, .playbackVariation)
        note(!Self.isSame(contentType, other.contentType), .contentType)
        note(pixelWidth != other.pixelWidth, .pixelWidth)
        note(pixelHeight != other.pixelHeight, .pixelHeight)
        note(duration != other.duration, .duration)
        note(addedDate != other.addedDate, .addedDate)
        note(!Self.isSame(filename, other.filename), .filename)
        note(!Self.isSame(burstIdentifier, other.burstIdentifier), .burstIdentifier)
        note(burstSelection != other.burstSelection, .burstSelection)
        note(representsBurst != other.representsBurst, .representsBurst)
        note(sourceType != other.sourceType, .sourceType)
        note(adjustmentsState != other.adjustmentsState, .adjustmentsState)
        note(!Self.isSame(adjustmentFormat, other.adjustmentFormat), .adjustmentFormat)
        note(!Self.isSame(adjustmentVersion, other.adjustmentVersion), .adjustmentVersion)
        note(adjustmentDate != other.adjustmentDate, .adjustmentDate)
        note(originalChoice != other.originalChoice, .originalChoice)
        note(traits != other.traits, .traits)
        note(!Self.isSame(dateSource, other.dateSource), .dateSource)
        note(isRejected != other.isRejected, .isRejected)
        note(uuid != other.uuid, .uuid)
        return AssetFieldMask(rawValue: mask)
    }

    /// Returns whether two texts have the same bytes, as ``FieldValue`` compares them.
    private static func isSame(_ left: String?, _ right: String?) -> Bool {
        switch (left, right) {
        case (nil, nil): true
        case (let left?, let right?): isSame(left, right)
        default: false
        }
    }

    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.utf8.elementsEqual(right.utf8)
    }

    private static func isSame(_ left: [String], _ right: [String]) -> Bool {
        left.elementsEqual(right) { isSame($0, $1) }
    }
}
