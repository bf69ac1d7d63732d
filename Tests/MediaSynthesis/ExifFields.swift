import PhotosMedia

/// The fields that a camera writes to a picture's Exif block.
package struct ExifFields: Sendable, Equatable {
    /// A position as a camera stores it.
    package struct Place: Sendable, Equatable {
        /// Degrees, negative in the south.
        package var latitude: Double
        /// Degrees, negative in the west.
        package var longitude: Double
        /// Metres above sea level.
        package var altitude: Double?
        /// Metres.
        package var horizontalError: Double?
        /// Degrees from true north.
        package var direction: Double?
        /// "2024:05:01", in GMT.
        package var dateStamp: String?
        /// Hours, minutes and seconds in GMT.
        package var timeStamp: [Int]?

        package init(
            latitude: Double,
            longitude: Double,
            altitude: Double? = nil,
            horizontalError: Double? = nil,
            direction: Double? = nil,
            dateStamp: String? = nil,
            timeStamp: [Int]? = nil
        ) {
            self.latitude = latitude
            self.longitude = longitude
            self.altitude = altitude
            self.horizontalError = horizontalError
            self.direction = direction
            self.dateStamp = dateStamp
            self.timeStamp = timeStamp
        }
    }

    /// The local time: "2024:05:01 12:30:00".
    package var dateTimeOriginal: String?
    /// The fraction of the second: "123" for 0.123 seconds.
    package var subSeconds: String?
    /// The offset from GMT: "+02:00".
    package var offset: String?
    package var orientation: Int?
    package var make: String?
    package var model: String?
    package var lensModel: String?
    package var description: String?
    package var userComment: String?
    package var customRendered: Int?
    package var place: Place?
    /// The identifier that joins the still picture of a Live Photo with its movie, in the form of Apple's cameras.
    package var contentIdentifier: String?
    /// The identifier that joins the pictures of a burst, in the form of Apple's cameras.
    package var burstIdentifier: String?

    package init(
        dateTimeOriginal: String? = nil,
        subSeconds: String? = nil,
        offset: String? = nil,
        orientation: Int? = nil,
        make: String? = nil,
        model: String? = nil,
        lensModel: String? = nil,
        description: String? = nil,
        userComment: String? = nil,
        customRendered: Int? = nil,
        place: Place? = nil,
        contentIdentifier: String? = nil,
        burstIdentifier: String? = nil
    ) {
        self.dateTimeOriginal = dateTimeOriginal
        self.subSeconds = subSeconds
        self.offset = offset
        self.orientation = orientation
        self.make = make
        self.model = model
        self.lensModel = lensModel
        self.description = description
        self.userComment = userComment
        self.customRendered = customRendered
        self.place = place
        self.contentIdentifier = contentIdentifier
        self.burstIdentifier = burstIdentifier
    }
}

extension ExifFields {
    /// Returns the fields as a TIFF block.
    package func block() -> [UInt8] {
        var first = TIFFBlock()
        first.text(0x010E, description)
        first.text(0x010F, make)
        first.text(0x0110, model)
        first.short(0x0112, orientation)

        var photo = TIFFBlock()
        photo.undefined(0x9000, Array("0232".utf8))
        photo.text(0x9003, dateTimeOriginal)
        photo.text(0x9011, offset)
        photo.undefined(0x927C, makerNote())
        photo.undefined(0x9286, userComment.map { Array("ASCII\0\0\0".utf8) + Array($0.utf8) })
        photo.text(0x9291, subSeconds)
        photo.short(0xA401, customRendered)
        photo.text(0xA434, lensModel)

        let position = place.map(Self.directory)
        // The values of the pointers do not change the length of the first directory.
        var sized = first
        sized.long(0x8769, 0)
        if position != nil { sized.long(0x8825, 0) }
        let photoStart = 8 + sized.byteCount
        first.long(0x8769, photoStart)
        if position != nil { first.long(0x8825, photoStart + photo.byteCount) }

        var out = ByteWriter()
        out.append([0x4D, 0x4D, 0x00, 0x2A])
        out.uint32(8)
        out.append(first.bytes(at: 8))
        out.append(photo.bytes(at: photoStart))
        if let position { out.append(position.bytes(at: photoStart + photo.byteCount)) }
        return out.bytes
    }

    private static func directory(of place: Place) -> TIFFBlock {
        var block = TIFFBlock()
        block.text(0x0001, place.latitude < 0 ? "S" : "N")
        block.rationals(0x0002, sexagesimal(place.latitude))
        block.text(0x0003, place.longitude < 0 ? "W" : "E")
        block.rationals(0x0004, sexagesimal(place.longitude))
        if let altitude = place.altitude {
            block.byte(0x0005, altitude < 0 ? 1 : 0)
            block.rationals(0x0006, [Int((altitude.magnitude * 1000).rounded()), 1000])
        }
        block.rationals(0x0007, place.timeStamp?.flatMap { [$0, 1] })
        if let direction = place.direction {
            block.text(0x0010, "T")
            block.rationals(0x0011, [Int((direction * 1000).rounded()), 1000])
        }
        block.text(0x001D, place.dateStamp)
        if let error = place.horizontalError {
            block.rationals(0x001F, [Int((error * 1000).rounded()), 1000])
        }
        return block
    }

    private static func sexagesimal(_ degrees: Double) -> [Int] {
        let total = Int((degrees.magnitude * 3_600_000).rounded())
        return [total / 3_600_000, 1, total / 60_000 % 60, 1, total % 60_000, 1000]
    }

    private func makerNote() -> [UInt8]? {
        guard contentIdentifier != nil || burstIdentifier != nil else { return nil }
        var note = TIFFBlock()
        note.text(0x000B, burstIdentifier)
        note.text(0x0011, contentIdentifier)
        let signature = Array("Apple iOS\0".utf8) + [0, 1, 0x4D, 0x4D]
        return signature + note.bytes(at: signature.count)
    }
}
