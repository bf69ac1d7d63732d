import CPhotosSystem
import Foundation
import PhotosMedia

/// Answers requests on standard input, one after another, until the other side is gone.
enum Service {
    static func run() -> Never {
        var buffer = [UInt8](repeating: 0, count: WorkerCoding.maximumMessage)
        while true {
            var descriptor: Int32 = -1
            let length = photos_receive_descriptor(0, &buffer, buffer.count, &descriptor)
            if length == -Int(ENOTSOCK) {
                FactsCommand.complain(FactsCommand.usage)
                _exit(64)
            }
            // Leaving at once runs no library's tidying up: a worker has nothing to save.
            guard length > 0 else { _exit(0) }
            Limits.grantTime()
            let reply = answer(Array(buffer[..<length]), descriptor)
            if descriptor >= 0 { close(descriptor) }
            let message = (try? WorkerCoding.encode(reply)) ?? fallback
            guard photos_send_descriptor(0, message, message.count, -1) == 0 else { _exit(1) }
        }
    }

    /// Facts that cannot be written down come from a file that nobody should trust.
    private static let fallback: [UInt8] = {
        let error = MediaFileError(.damaged, "its facts cannot be written down")
        return (try? WorkerCoding.encode(WorkerReply(failure: .init(error)))) ?? []
    }()

    private static func answer(_ bytes: [UInt8], _ descriptor: Int32) -> WorkerReply {
        do {
            let request = try WorkerCoding.request(bytes)
            switch request.verb {
            case .versions:
                return WorkerReply(versions: Versions.all())
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
