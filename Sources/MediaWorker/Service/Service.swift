import CPhotosSystem
import Foundation
import PhotosMedia

/// Answers requests on standard input one after another, until the library closes the socket.
enum Service {
    static func run(within sandbox: WorkerSandbox) -> Never {
        var descriptors = [Int32](repeating: -1, count: Int(PHOTOS_MESSAGE_DESCRIPTORS))
        var memory: PictureMemory?
        var buffer = [UInt8](repeating: 0, count: WorkerCoding.maximumMessage)
        while true {
            let length = photos_receive_message(0, &buffer, buffer.count, &descriptors)
            if length == -Int(ENOTSOCK) {
                FactsCommand.complain(FactsCommand.usage)
                _exit(64)
            }
            // The immediate exit skips the libraries' cleanup, since a worker has nothing to save.
            guard length > 0 else { _exit(0) }
            Limits.grantTime()
            let reply = answer(Array(buffer[..<length]), descriptors, &memory, sandbox)
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
        _ bytes: [UInt8],
        _ descriptors: [Int32],
        _ memory: inout PictureMemory?,
        _ sandbox: WorkerSandbox
    ) -> WorkerReply {
        let descriptor = descriptors[0]
        do {
            if descriptors[1] >= 0 { memory = try PictureMemory(descriptor: descriptors[1]) }
            let request = try WorkerCoding.request(bytes)
            if sandbox.refusal != nil, request.verb.readsFiles {
                return WorkerReply(sandbox: sandbox)
            }
            switch request.verb {
            case .sandbox:
                return WorkerReply(sandbox: sandbox)
            case .versions:
                return WorkerReply(versions: Versions.all())
            case .pictures:
                guard let picture = request.picture,
                    let places = try memory?.places(request.places),
                    places.count == picture.renditions.count
                else { throw MediaFileError(.unreadable, "the request makes no sense") }
                return WorkerReply(
                    pictures: try PictureMaking.make(picture, of: descriptor, into: places)
                )
            case .facts:
                return WorkerReply(facts: try FileFacts.read(descriptor, zone: zone(request)).facts)
            case .explain:
                let (facts, sources) = try FileFacts.read(descriptor, zone: zone(request))
                let named = sources.map { ($0.key.rawValue, $0.value) }
                return WorkerReply(facts: facts, sources: Dictionary(named) { first, _ in first })
            }
        } catch let error as MediaFileError {
            return WorkerReply(failure: WorkerReply.Failure(error))
        } catch {
            return WorkerReply(
                failure: .init(MediaFileError(.unreadable, "the request makes no sense"))
            )
        }
    }

    private static func zone(_ request: WorkerRequest) -> TimeZone {
        request.zone.flatMap(TimeZone.init(identifier:)) ?? .gmt
    }
}
