public import Foundation

/// A line of the output of `photokit-transfer`.
public enum TransferReply: Sendable, Hashable {
    /// The number of bytes that a request has moved so far.
    case progress(id: Int64, bytes: Int64)
    /// A request has ended with success.
    case done(id: Int64, TransferResult)
    /// A request has failed; without a number, a line was no request.
    case failed(id: Int64?, TransferFailure)

    /// Returns the JSON of the line, with the end of the line.
    public func line() -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        let model: Model =
            switch self {
            case .progress(let id, let bytes): Model(id: id, progress: bytes)
            case .done(let id, let result): Model(id: id, done: result)
            case .failed(let id, let failure): Model(id: id, failed: failure)
            }
        // Texts and numbers are all that the model has, so that encoding cannot fail.
        guard var data = try? encoder.encode(model) else { return Data() }
        data.append(UInt8(ascii: "\n"))
        return data
    }

    /// Reads a line, with or without its end.
    ///
    /// - Parameter line: The JSON of one reply.
    /// - Returns: The reply; a refusal for one of an unknown form that has a number, and nil for any other line.
    public static func read(_ line: Data) -> TransferReply? {
        let decoder = JSONDecoder()
        if let model = try? decoder.decode(Model.self, from: line) {
            if let failure = model.failed { return .failed(id: model.id, failure) }
            if let id = model.id, let bytes = model.progress {
                return .progress(id: id, bytes: bytes)
            }
            if let id = model.id, let result = model.done { return .done(id: id, result) }
        }
        return (try? decoder.decode(Numbered.self, from: line)).map { numbered in
            .failed(
                id: numbered.id,
                TransferFailure(
                    .refused,
                    "The program photokit-transfer gave an unknown answer, as one of another version does. Install all programs of one version, then start this program again."
                )
            )
        }
    }

    private struct Model: Codable {
        var id: Int64?
        var progress: Int64?
        var done: TransferResult?
        var failed: TransferFailure?
    }

    private struct Numbered: Decodable {
        var id: Int64
    }
}
