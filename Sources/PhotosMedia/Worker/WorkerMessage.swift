/// A request to the worker, in one message.
///
/// The file's descriptor is sent with the message. If the worker has no memory that is large enough for the pictures,
/// the descriptor of a larger memory is sent, too.
package struct WorkerRequest: Sendable, Equatable {
    package enum Verb: String, Sendable {
        /// Read the facts of a picture, movie or sound.
        case facts
        /// Read the facts, and the tag that each fact came from.
        case explain
        /// Make pictures, and write them to the memory that the worker got last.
        case pictures
        /// Decode a JPEG in the memory that the worker got last, if its pixels need no other step.
        ///
        /// The first region of the request is for the pixels, and the second one has the file. No file is sent.
        case decodePlain
        /// Write a copy of a picture's file that states other metadata.
        ///
        /// The copy's descriptor is sent behind the file's one. The copy is large enough already.
        case embed
        /// Find out the layout of a made movie, and write the initialization of a player to the memory.
        case movieLayout
        /// Write a fragment of a made movie to the memory.
        case movieFragment
        case versions
        /// Report the state of the worker's sandbox.
        case sandbox

        package var readsFiles: Bool {
            switch self {
            case .facts, .explain, .pictures, .decodePlain, .embed, .movieLayout, .movieFragment:
                true
            case .versions, .sandbox: false
            }
        }
    }

    package var verb: Verb
    /// The time zone of local times without a zone: an identifier such as "Europe/Vienna".
    package var zone: String?
    package var picture: PictureRequest?
    /// The ranges of the shared memory to write the pictures to.
    package var regions: [PicturePlan.Region]
    /// The metadata for a copy.
    package var metadata: WrittenMetadata?
    /// The part of a made movie.
    package var movie: MovieRequest?

    package init(
        _ verb: Verb,
        zone: String? = nil,
        picture: PictureRequest? = nil,
        regions: [PicturePlan.Region] = [],
        metadata: WrittenMetadata? = nil,
        movie: MovieRequest? = nil
    ) {
        self.verb = verb
        self.zone = zone
        self.picture = picture
        self.regions = regions
        self.metadata = metadata
        self.movie = movie
    }

    mutating func code(by coder: inout some MessageCoder) throws(MediaFileError) {
        try coder.code(&verb)
        try coder.code(&zone)
        try coder.code(&picture, placeholder: .blank) { (coder, picture) throws(MediaFileError) in
            try picture.code(by: &coder)
        }
        let nowhere = PicturePlan.Region(pixels: 0, offset: 0, capacity: 0)
        try coder.code(&regions, placeholder: nowhere) { (coder, region) throws(MediaFileError) in
            try coder.code(&region.pixels)
            try coder.code(&region.offset)
            try coder.code(&region.capacity)
        }
        try coder.code(&metadata, placeholder: WrittenMetadata()) {
            (coder, metadata) throws(MediaFileError) in
            try metadata.code(by: &coder)
        }
        let layout = MovieRequest(longestSide: MovieRequest.sides.lowerBound)
        try coder.code(&movie, placeholder: layout) { (coder, movie) throws(MediaFileError) in
            try movie.code(by: &coder)
        }
    }
}

/// The worker's answer, in one message.
package struct WorkerReply: Sendable, Equatable {
    package struct Failure: Sendable, Equatable {
        package var code: MediaFileError.Code
        package var reason: String

        package init(_ error: MediaFileError) {
            code = error.code
            reason = error.reason
        }

        mutating func code(by coder: inout some MessageCoder) throws(MediaFileError) {
            try coder.code(&code)
            try coder.code(&reason)
        }
    }

    package var facts: MediaFacts?
    package var failure: Failure?
    package var versions: [String: String]?
    /// The tag that each fact came from, if the request asked for the tags.
    package var sources: [String: String]?
    /// The pictures that were written to the shared memory.
    package var pictures: [MadePicture]
    /// The copy that was written.
    package var embedded: EmbeddedCopy?
    /// The part of a made movie that was written to the shared memory.
    package var moviePart: MadeMoviePart?
    /// The state of the worker's sandbox, if it was requested, or if the worker refuses to read files because of it.
    package var sandbox: WorkerSandbox?
    /// Whether only a worker with decoders can answer the request.
    package var needsDecoders: Bool
    /// The reason why the program with decoders cannot be used.
    package var decoderProblem: String?

    /// Whether the reply states pictures, even if there are none.
    var isAboutPictures: Bool {
        failure == nil && sandbox == nil && !needsDecoders && decoderProblem == nil
    }

    package init(
        facts: MediaFacts? = nil,
        failure: Failure? = nil,
        versions: [String: String]? = nil,
        sources: [String: String]? = nil,
        pictures: [MadePicture] = [],
        embedded: EmbeddedCopy? = nil,
        moviePart: MadeMoviePart? = nil,
        sandbox: WorkerSandbox? = nil,
        needsDecoders: Bool = false,
        decoderProblem: String? = nil
    ) {
        self.facts = facts
        self.failure = failure
        self.versions = versions
        self.sources = sources
        self.pictures = pictures
        self.embedded = embedded
        self.moviePart = moviePart
        self.sandbox = sandbox
        self.needsDecoders = needsDecoders
        self.decoderProblem = decoderProblem
    }

    mutating func code(by coder: inout some MessageCoder) throws(MediaFileError) {
        try coder.code(&facts, placeholder: .blank) { (coder, facts) throws(MediaFileError) in
            try facts.code(by: &coder)
        }
        let none = Failure(MediaFileError(.damaged, ""))
        try coder.code(&failure, placeholder: none) { (coder, failure) throws(MediaFileError) in
            try failure.code(by: &coder)
        }
        try coder.code(&versions)
        try coder.code(&sources)
        let nothing = MadePicture(width: 0, height: 0, byteCount: 0)
        try coder.code(&pictures, placeholder: nothing) { (coder, made) throws(MediaFileError) in
            try coder.code(&made.width)
            try coder.code(&made.height)
            try coder.code(&made.byteCount)
            try coder.code(&made.moment)
        }
        try coder.code(&embedded, placeholder: EmbeddedCopy(byteCount: 0)) {
            (coder, copy) throws(MediaFileError) in
            try coder.code(&copy.byteCount)
            let nothing = EmbeddedCopy.Part(source: 0, target: 0, count: 0)
            try coder.code(&copy.parts, placeholder: nothing) {
                (coder, part) throws(MediaFileError) in
                try coder.code(&part.source)
                try coder.code(&part.target)
                try coder.code(&part.count)
            }
        }
        try coder.code(&moviePart, placeholder: .blank) { (coder, part) throws(MediaFileError) in
            try part.code(by: &coder)
        }
        try coder.code(&sandbox, placeholder: WorkerSandbox()) {
            (coder, sandbox) throws(MediaFileError) in
            try sandbox.code(by: &coder)
        }
        try coder.code(&needsDecoders)
        try coder.code(&decoderProblem)
    }
}

/// Converts messages to bytes and back.
package enum WorkerCoding {
    /// The largest number of bytes of a message.
    ///
    /// The socket transfers such a message whole or not at all.
    ///
    /// The kernel's default buffer holds 208 KiB. The longest facts within their limits are shorter than this number.
    package static let maximumMessage = 144 << 10

    /// The longest reason or version that is accepted, in bytes.
    package static let maximumReason = 500

    static let maximumListCount = 1000

    /// The first field of each message.
    ///
    /// The number rejects messages of programs of another version.
    private static let form: Int64 = 0x4F50_4B0A

    /// The error for a message of the protocol of another version.
    package static let otherVersion = MediaWorkerError(.badReply, "it is of another version")

    /// Returns whether a message begins as those of another version of the protocol do.
    private static func isOfOtherVersion(_ bytes: [UInt8]) -> Bool {
        var reader = MessageReader(bytes)
        var found: Int64 = 0
        guard (try? reader.code(&found)) != nil else { return false }
        // The lowest byte counts the versions.
        return found != form && found >> 8 == form >> 8
    }

    package static func encode(_ request: WorkerRequest) throws -> [UInt8] {
        var request = request
        return try bytes { (coder) throws(MediaFileError) in try request.code(by: &coder) }
    }

    package static func encode(_ reply: WorkerReply) throws -> [UInt8] {
        var reply = reply
        return try bytes { (coder) throws(MediaFileError) in try reply.code(by: &coder) }
    }

    private static func bytes(
        _ code: (inout MessageWriter) throws(MediaFileError) -> Void
    ) throws(MediaFileError) -> [UInt8] {
        var writer = MessageWriter()
        var form = form
        writer.code(&form)
        try code(&writer)
        guard writer.bytes.count <= maximumMessage else {
            throw MediaFileError(.tooLarge, "its facts do not fit a message")
        }
        return writer.bytes
    }

    package static func decodedRequest(in bytes: [UInt8]) throws -> WorkerRequest {
        var request = WorkerRequest(.versions)
        try decodeMessage(bytes) { (coder) throws(MediaFileError) in try request.code(by: &coder) }
        return request
    }

    private static func decodeMessage(
        _ bytes: [UInt8],
        by code: (inout MessageReader) throws(MediaFileError) -> Void
    ) throws(MediaFileError) {
        var reader = MessageReader(bytes)
        var found: Int64 = 0
        try reader.code(&found)
        guard bytes.count <= maximumMessage, found == form else {
            throw MediaFileError(.damaged, "a message of another form")
        }
        try code(&reader)
        guard reader.isAtEnd else { throw MediaFileError(.damaged, "a message with a rest") }
    }

    /// Reads an answer, and accepts only possible values.
    ///
    /// A file may have taken over a decoder, which could then send anything.
    package static func decodedReply(in bytes: [UInt8]) throws(MediaWorkerError) -> WorkerReply {
        guard !isOfOtherVersion(bytes) else { throw otherVersion }
        var reply = WorkerReply()
        do throws(MediaFileError) {
            try decodeMessage(bytes) { (coder) throws(MediaFileError) in try reply.code(by: &coder)
            }
        } catch {
            throw MediaWorkerError(.badReply, "it is not a message of the protocol")
        }
        if let facts = reply.facts, !facts.isPlausible {
            throw MediaWorkerError(.badReply, "it states impossible facts")
        }
        guard reply.pictures.allSatisfy({ $0.moment.map(MovieMoment.isPossible) ?? true }) else {
            throw MediaWorkerError(.badReply, "it states an impossible moment")
        }
        let pairs = [
            reply.versions ?? [:], reply.sources ?? [:], reply.sandbox?.active ?? [:],
            reply.sandbox?.missing ?? [:],
        ]
        let texts =
            [reply.failure?.reason ?? "", reply.sandbox?.refusal ?? "", reply.decoderProblem ?? ""]
            + pairs.flatMap { $0.flatMap { [$0, $1] } }
        let isPlain = texts.allSatisfy { text in
            text.utf8.count <= maximumReason
                && !text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
        }
        guard isPlain, pairs.allSatisfy({ $0.count <= 64 }) else {
            throw MediaWorkerError(.badReply, "its texts are too long or no texts")
        }
        if let sandbox = reply.sandbox {
            let known = WorkerSandbox.Part.allCases.map(\.rawValue)
            guard Set(sandbox.active.keys).union(sandbox.missing.keys).isSubset(of: known) else {
                throw MediaWorkerError(.badReply, "it states unknown parts of a sandbox")
            }
        }
        return reply
    }
}
