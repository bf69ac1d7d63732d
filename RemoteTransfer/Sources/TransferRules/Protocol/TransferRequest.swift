package import Foundation
package import PhotosBase

/// A line of the program's input.
package enum TransferRequest: Sendable, Hashable {
    case work(TransferWork)
    case upload(UploadWork)
    /// Cancel the request with this number.
    case cancel(Int64)

    /// Reads a line.
    ///
    /// - Parameter line: The JSON of one request, without the end of the line.
    /// - Returns: The request; or the number of a request that cannot be read, nil where the line has none, and why.
    package static func decodeLine(_ line: Data) -> Result<TransferRequest, UnreadableRequest> {
        guard line.count <= largestLine else {
            return .failure(.init(id: nil, "A line of the input has over \(largestLine) bytes."))
        }
        let decoder = JSONDecoder()
        if let cancel = try? decoder.decode(CancelLine.self, from: line) {
            return .success(.cancel(cancel.cancel))
        }
        do {
            let kind = try? decoder.decode(KindLine.self, from: line).do
            if kind == UploadWork.Kind.upload.rawValue {
                let work = try decoder.decode(UploadWork.self, from: line)
                if let problem = work.problemSentence() {
                    return .failure(.init(id: work.id, problem))
                }
                return .success(.upload(work))
            }
            let work = try decoder.decode(TransferWork.self, from: line)
            if let problem = work.problemSentence() {
                return .failure(.init(id: work.id, problem))
            }
            return .success(.work(work))
        } catch {
            let id = try? decoder.decode(NumberedLine.self, from: line).id
            return .failure(
                .init(
                    id: id,
                    "The request has an unknown form: \(formProblem(in: error)). photokit-transfer may be of another version than the program that asks: install all programs of one version."
                )
            )
        }
    }

    /// The longest line that is read, in bytes.
    package static let largestLine = 1 << 20

    private static func formProblem(in error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _): "\"\(key.stringValue)\" is missing"
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context):
            "\"\(context.codingPath.last?.stringValue ?? "")\" has another type"
        case DecodingError.dataCorrupted(let context):
            context.codingPath.last.map { "\"\($0.stringValue)\" has an unknown value" }
                ?? "it is no JSON object"
        default: "it is no JSON object"
        }
    }
}

/// A line that is no request.
package struct UnreadableRequest: Error, Hashable, Sendable {
    package let id: Int64?
    package let sentence: String

    init(id: Int64?, _ sentence: String) {
        self.id = id
        self.sentence = sentence
    }
}

private struct CancelLine: Decodable {
    let cancel: Int64
}

private struct KindLine: Decodable {
    let `do`: String
}

private struct NumberedLine: Decodable {
    let id: Int64
}
