import Foundation

extension MediaFacts {
    /// Empty facts, which a message reader fills in.
    static let blank = MediaFacts(
        header: MediaHeader(type: .jpeg, storedWidth: 0, storedHeight: 0)
    )

    /// Writes or reads all fields, in the order of the message.
    mutating func code(by coder: inout some MessageCoder) throws(MediaFileError) {
        try coder.code(&type)
        try coder.code(&reader)
        try coder.code(&pixelWidth)
        try coder.code(&pixelHeight)
        var turn = orientation.rawValue
        try coder.code(&turn)
        guard let known = ImageOrientation(rawValue: turn) else {
            throw MediaFileError(.damaged, "a message with an unknown orientation")
        }
        orientation = known
        try coder.code(&duration)
        var seconds = creationDate?.timeIntervalSinceReferenceDate
        try coder.code(&seconds)
        creationDate = seconds.map(Date.init(timeIntervalSinceReferenceDate:))
        try coder.code(&zoneOffset)
        try coder.code(&assumedZoneOffset)
        try coder.code(&dateSource)
        let nowhere = Location(latitude: 0, longitude: 0)
        try coder.code(&location, placeholder: nowhere) { (coder, place) throws(MediaFileError) in
            try place.code(by: &coder)
        }
        var bits = Int64(bitPattern: UInt64(subtypes.rawValue))
        try coder.code(&bits)
        subtypes = MediaSubtypes(rawValue: UInt(UInt64(bitPattern: bits)))
        try coder.code(&cameraMake)
        try coder.code(&cameraModel)
        try coder.code(&lensModel)
        try coder.code(&isFrontCamera)
        try coder.code(&exposureTime)
        try coder.code(&aperture)
        try coder.code(&iso)
        try coder.code(&focalLength)
        try coder.code(&flash)
        try coder.code(&software)
        try coder.code(&persons)
        try coder.code(&title)
        try coder.code(&headline)
        try coder.code(&caption)
        try coder.code(&keywords)
        try coder.code(&rating)
        try coder.code(&creators)
        try placeNames.code(by: &coder)
        try coder.code(&contentIdentifier)
        try coder.code(&burstIdentifier)
        try coder.code(&embeddedMovie, placeholder: 0..<0) {
            (coder, range) throws(MediaFileError) in
            var (start, end) = (range.lowerBound, range.upperBound)
            try coder.code(&start)
            try coder.code(&end)
            guard start <= end else {
                throw MediaFileError(.damaged, "a message with a range that ends before it begins")
            }
            range = start..<end
        }
        try coder.code(&damage)
    }
}

extension MediaFacts.PlaceNames {
    mutating func code(by coder: inout some MessageCoder) throws(MediaFileError) {
        try coder.code(&sublocation)
        try coder.code(&city)
        try coder.code(&region)
        try coder.code(&country)
    }
}

extension MediaFacts.Location {
    mutating func code(by coder: inout some MessageCoder) throws(MediaFileError) {
        try coder.code(&latitude)
        try coder.code(&longitude)
        try coder.code(&altitude)
        try coder.code(&horizontalAccuracy)
        try coder.code(&direction)
        try coder.code(&speed)
    }
}
