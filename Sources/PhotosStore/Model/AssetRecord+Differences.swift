extension AssetRecord {
    /// Returns the fields in which two assets differ.
    ///
    /// The fields are compared one by one as Swift values. Wrapping each value in a ``FieldValue`` would cost time in
    /// every commit.
    package func differences(from other: AssetRecord) -> AssetFieldMask {
        var mask: UInt64 = 0
        func recordDifference(_ differs: Bool, in field: AssetField) {
            if differs { mask |= field.bit }
        }
        recordDifference(modificationDate != other.modificationDate, in: .modificationDate)
        recordDifference(isFavorite != other.isFavorite, in: .isFavorite)
        recordDifference(isHidden != other.isHidden, in: .isHidden)
        recordDifference(trashedDate != other.trashedDate, in: .trashedDate)
        recordDifference(contentVersion != other.contentVersion, in: .contentVersion)
        recordDifference(creationDate != other.creationDate, in: .creationDate)
        recordDifference(creationZone != other.creationZone, in: .creationZone)
        recordDifference(latitude != other.latitude, in: .latitude)
        recordDifference(longitude != other.longitude, in: .longitude)
        recordDifference(altitude != other.altitude, in: .altitude)
        recordDifference(horizontalAccuracy != other.horizontalAccuracy, in: .horizontalAccuracy)
        recordDifference(verticalAccuracy != other.verticalAccuracy, in: .verticalAccuracy)
        recordDifference(course != other.course, in: .course)
        recordDifference(speed != other.speed, in: .speed)
        recordDifference(locationDate != other.locationDate, in: .locationDate)
        recordDifference(rating != other.rating, in: .rating)
        recordDifference(!Self.isSame(caption, as: other.caption), in: .caption)
        recordDifference(!Self.isSame(keywords, as: other.keywords), in: .keywords)
        recordDifference(mediaType != other.mediaType, in: .mediaType)
        recordDifference(mediaSubtypes != other.mediaSubtypes, in: .mediaSubtypes)
        recordDifference(playbackStyle != other.playbackStyle, in: .playbackStyle)
        recordDifference(playbackVariation != other.playbackVariation, in: .playbackVariation)
        recordDifference(!Self.isSame(contentType, as: other.contentType), in: .contentType)
        recordDifference(pixelWidth != other.pixelWidth, in: .pixelWidth)
        recordDifference(pixelHeight != other.pixelHeight, in: .pixelHeight)
        recordDifference(duration != other.duration, in: .duration)
        recordDifference(addedDate != other.addedDate, in: .addedDate)
        recordDifference(!Self.isSame(filename, as: other.filename), in: .filename)
        recordDifference(
            !Self.isSame(burstIdentifier, as: other.burstIdentifier),
            in: .burstIdentifier
        )
        recordDifference(burstSelection != other.burstSelection, in: .burstSelection)
        recordDifference(representsBurst != other.representsBurst, in: .representsBurst)
        recordDifference(sourceType != other.sourceType, in: .sourceType)
        recordDifference(adjustmentsState != other.adjustmentsState, in: .adjustmentsState)
        recordDifference(
            !Self.isSame(adjustmentFormat, as: other.adjustmentFormat),
            in: .adjustmentFormat
        )
        recordDifference(
            !Self.isSame(adjustmentVersion, as: other.adjustmentVersion),
            in: .adjustmentVersion
        )
        recordDifference(adjustmentDate != other.adjustmentDate, in: .adjustmentDate)
        recordDifference(originalChoice != other.originalChoice, in: .originalChoice)
        recordDifference(traits != other.traits, in: .traits)
        recordDifference(!Self.isSame(dateSource, as: other.dateSource), in: .dateSource)
        recordDifference(isRejected != other.isRejected, in: .isRejected)
        recordDifference(uuid != other.uuid, in: .uuid)
        return AssetFieldMask(rawValue: mask)
    }

    /// Returns whether two texts have the same bytes, as ``FieldValue`` compares them.
    private static func isSame(_ left: String?, as right: String?) -> Bool {
        switch (left, right) {
        case (nil, nil): true
        case (let left?, let right?): isSame(left, as: right)
        default: false
        }
    }

    private static func isSame(_ left: String, as right: String) -> Bool {
        left.utf8.elementsEqual(right.utf8)
    }

    private static func isSame(_ left: [String], as right: [String]) -> Bool {
        left.elementsEqual(right) { isSame($0, as: $1) }
    }
}
