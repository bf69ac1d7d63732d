extension PictureRequest {
    /// An empty request, which a message reader fills in.
    static let blank = PictureRequest(renditions: [])

    /// Writes or reads all fields, in the order of the message.
    mutating func code(by coder: inout some MessageCoder) throws(MediaFileError) {
        try source.code(by: &coder)
        let whole = UnitRectangle(x: 0, y: 0, width: 1, height: 1)
        try coder.code(&crop, placeholder: whole) { (coder, crop) throws(MediaFileError) in
            try coder.code(&crop.x)
            try coder.code(&crop.y)
            try coder.code(&crop.width)
            try coder.code(&crop.height)
        }
        try coder.code(&moment, placeholder: MovieMoment(seconds: 0)) {
            (coder, moment) throws(MediaFileError) in
            try coder.code(&moment.seconds)
            try coder.code(&moment.before)
            try coder.code(&moment.after)
        }
        try coder.code(&renditions, placeholder: PictureRendition(.full, .pixels)) {
            (coder, rendition) throws(MediaFileError) in
            try rendition.size.code(by: &coder)
            try rendition.format.code(by: &coder)
        }
        try coder.code(&stated, placeholder: StatedMetadata(orientation: .up)) {
            (coder, stated) throws(MediaFileError) in
            var number = stated.orientation.rawValue
            try coder.code(&number)
            guard let orientation = ImageOrientation(rawValue: number) else {
                throw MediaFileError(.damaged, "a message with an unknown orientation")
            }
            stated.orientation = orientation
            try coder.code(&stated.exif)
            try coder.code(&stated.xmp)
        }
        if let fault { throw MediaFileError(.damaged, fault) }
    }

    /// The reason why the request is invalid; nil if it is valid.
    package var fault: String? {
        guard (1...Self.maximumRenditions).contains(renditions.count) else {
            return "it asks for no rendition, or for too many"
        }
        let sides = 1...MediaHeader.maximumSide
        if case .pixels(let width, let height) = source,
            !sides.contains(width) || !sides.contains(height)
        {
            return "it states pixels without a size"
        }
        if let stated, stated.exif.count + stated.xmp.count > StatedMetadata.maximumBytes {
            return "its metadata are larger than \(StatedMetadata.maximumBytes >> 10) KiB"
        }
        if crop?.isValid == false { return "its part lies outside of the picture" }
        if let moment {
            guard moment.isValid, source == .file else {
                return "it asks for a moment that is none"
            }
        }
        for rendition in renditions {
            switch rendition.size {
            case .full: break
            case .about(let longSide) where sides.contains(longSide): break
            case .atLeast(let width, let height)
            where sides.contains(width) && sides.contains(height):
                break
            case .exactly(let width, let height)
            where sides.contains(width) && sides.contains(height):
                break
            case .about, .atLeast, .exactly: return "it asks for a size that no picture has"
            }
            switch rendition.format {
            case .pixels, .png: break
            case .jpeg(let quality), .heic(let quality):
                guard (1...100).contains(quality) else { return "a quality is from 1 to 100" }
            }
        }
        return nil
    }
}

extension PictureRequest.Source {
    fileprivate mutating func code(by coder: inout some MessageCoder) throws(MediaFileError) {
        var (kind, width, height) =
            switch self {
            case .file: (0, 0, 0)
            case .pixels(let width, let height): (1, width, height)
            }
        try coder.code(&kind)
        try coder.code(&width)
        try coder.code(&height)
        switch kind {
        case 0: self = .file
        case 1: self = .pixels(width: width, height: height)
        default: throw MediaFileError(.damaged, "a message with an unknown source")
        }
    }
}

extension PictureRendition.Size {
    fileprivate mutating func code(by coder: inout some MessageCoder) throws(MediaFileError) {
        var (kind, width, height) =
            switch self {
            case .full: (0, 0, 0)
            case .about(let longSide): (1, longSide, 0)
            case .atLeast(let width, let height): (2, width, height)
            case .exactly(let width, let height): (3, width, height)
            }
        try coder.code(&kind)
        try coder.code(&width)
        try coder.code(&height)
        switch kind {
        case 0: self = .full
        case 1: self = .about(longSide: width)
        case 2: self = .atLeast(width: width, height: height)
        case 3: self = .exactly(width: width, height: height)
        default: throw MediaFileError(.damaged, "a message with an unknown size")
        }
    }
}

extension PictureRendition.Format {
    fileprivate mutating func code(by coder: inout some MessageCoder) throws(MediaFileError) {
        var (kind, quality) =
            switch self {
            case .pixels: (0, 0)
            case .jpeg(let quality): (1, quality)
            case .png: (2, 0)
            case .heic(let quality): (3, quality)
            }
        try coder.code(&kind)
        try coder.code(&quality)
        switch kind {
        case 0: self = .pixels
        case 1: self = .jpeg(quality: quality)
        case 2: self = .png
        case 3: self = .heic(quality: quality)
        default: throw MediaFileError(.damaged, "a message with an unknown format")
        }
    }
}
