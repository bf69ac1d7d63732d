import CPhotosSystem
import Foundation
package import PhotosMedia

/// Answers requests on standard input one after another, until the library closes the socket.
package enum Service {
    /// Answers requests until the socket closes, and ends the process.
    ///
    /// - Parameters:
    ///   - sandbox: The sandbox that the process has entered.
    ///   - decoding: The ability of the process to decode files.
    package static func run(within sandbox: WorkerSandbox, _ decoding: Decoding) -> Never {
        var descriptors = [Int32](repeating: -1, count: Int(PHOTOS_MESSAGE_DESCRIPTORS))
        var memory: PictureMemory?
        var buffer = [UInt8](repeating: 0, count: WorkerCoding.maximumMessage)
        while true {
            let length = photos_receive_message(0, &buffer, buffer.count, &descriptors)
            if length == -Int(ENOTSOCK) {
                WorkerUsage.complain(WorkerUsage.text)
                _exit(64)
            }
            // The immediate exit skips the libraries' cleanup, since a worker has nothing to save.
            guard length > 0 else { _exit(0) }
            Limits.grantTime()
            let reply = answer(
                to: Array(buffer[..<length]),
                descriptors: descriptors,
                memory: &memory,
                sandbox: sandbox,
                decoding: decoding
            )
            if descriptors[0] >= 0 { close(descriptors[0]) }
            let message = (try? WorkerCoding.encode(reply)) ?? fallback
            guard photos_send_message(0, message, message.count, nil, 0) == 0 else { _exit(1) }
        }
    }

    /// The reply if the facts of a file cannot be encoded.
    ///
    /// The file then counts as damaged.
    private static let fallback: [UInt8] = {
        let error = MediaFileError(.damaged, "its facts cannot be written down")
        return (try? WorkerCoding.encode(WorkerReply(failure: .init(error)))) ?? []
    }()

    private static func answer(
        to bytes: [UInt8],
        descriptors: [Int32],
        memory: inout PictureMemory?,
        sandbox: WorkerSandbox,
        decoding: Decoding
    ) -> WorkerReply {
        let descriptor = descriptors[0]
        // The copy of a file. Memory for pictures is closed as soon as it is mapped.
        var copy = descriptors[1]
        defer { if copy >= 0 { close(copy) } }
        do {
            let request = try WorkerCoding.decodedRequest(in: bytes)
            if copy >= 0, request.verb != .embed {
                let sent = copy
                copy = -1
                memory = try PictureMemory(descriptor: sent)
            }
            if case .unavailable(let problem) = decoding {
                return WorkerReply(decoderProblem: problem)
            }
            if sandbox.refusal != nil, request.verb.readsFiles {
                return WorkerReply(sandbox: sandbox)
            }
            switch request.verb {
            case .sandbox:
                return WorkerReply(sandbox: sandbox)
            case .versions:
                return versions(decoding)
            case .pictures:
                guard let decoders = decoding.decoders else { throw DecodersNeeded() }
                guard let picture = request.picture,
                    let buffers = try memory?.buffers(request.regions),
                    buffers.count == picture.renditions.count
                else { throw MediaFileError(.unreadable, "the request makes no sense") }
                return WorkerReply(
                    pictures: try decoders.pictures(picture, of: descriptor, into: buffers)
                )
            case .decodePlain:
                guard let decoders = decoding.decoders else { throw DecodersNeeded() }
                return try decodePlain(request, memory?.buffers(request.regions) ?? [], decoders)
            case .embed:
                guard let decoders = decoding.decoders else { throw DecodersNeeded() }
                guard let metadata = request.metadata, copy >= 0 else {
                    throw MediaFileError(.unreadable, "the request makes no sense")
                }
                return WorkerReply(
                    embedded: try decoders.embed(metadata, from: descriptor, into: copy)
                )
            case .movieLayout, .movieFragment:
                guard let decoders = decoding.decoders else { throw DecodersNeeded() }
                guard let movie = request.movie,
                    (movie.fragment == nil) == (request.verb == .movieLayout),
                    let buffer = try memory?.buffers(request.regions).first
                else { throw MediaFileError(.unreadable, "the request makes no sense") }
                return WorkerReply(
                    moviePart: try decoders.moviePart(movie, of: descriptor, into: buffer)
                )
            case .facts:
                return WorkerReply(
                    facts: try facts(for: request, of: descriptor, decoding: decoding).facts
                )
            case .explain:
                let (facts, sources) = try facts(for: request, of: descriptor, decoding: decoding)
                let named = sources.map { ($0.key.rawValue, $0.value) }
                return WorkerReply(facts: facts, sources: Dictionary(named) { first, _ in first })
            }
        } catch is DecodersNeeded {
            return WorkerReply(needsDecoders: true)
        } catch let error as MediaFileError {
            return WorkerReply(failure: WorkerReply.Failure(error))
        } catch {
            return WorkerReply(
                failure: .init(MediaFileError(.unreadable, "the request makes no sense"))
            )
        }
    }

    /// Decodes a JPEG in the second range of the memory, and writes its pixels to the first one.
    ///
    /// The reply states no picture if another way of decoding is needed.
    private static func decodePlain(
        _ request: WorkerRequest,
        _ buffers: [UnsafeMutableRawBufferPointer],
        _ decoders: any FileDecoders
    ) throws -> WorkerReply {
        guard case .exactly(let width, let height)? = request.picture?.renditions.first?.size,
            buffers.count == 2
        else { throw MediaFileError(.unreadable, "the request makes no sense") }
        let size = PixelSize(width: width, height: height)
        let isDone = decoders.decodePlain(
            UnsafeRawBufferPointer(buffers[1]),
            size,
            into: buffers[0]
        )
        let made = MadePicture(width: width, height: height, byteCount: width * height * 4)
        return WorkerReply(pictures: isDone ? [made] : [])
    }

    private static func facts(
        for request: WorkerRequest,
        of descriptor: Int32,
        decoding: Decoding
    ) throws -> CombinedFacts.Explained {
        let zone = request.zone.flatMap(TimeZone.init(identifier:)) ?? .gmt
        return try CombinedFacts.read(descriptor, zone: zone, decoders: decoding.decoders)
    }

    private static func versions(_ decoding: Decoding) -> WorkerReply {
        switch decoding {
        case .inOtherProgram(let problem):
            WorkerReply(
                versions: [WorkerProgram.name: WorkerProgram.version],
                decoderProblem: problem
            )
        case .unavailable(let problem): WorkerReply(decoderProblem: problem)
        case .available(let decoders): WorkerReply(versions: decoders.versions)
        }
    }
}
