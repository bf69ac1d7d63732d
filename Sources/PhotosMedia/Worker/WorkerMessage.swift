import Foundation

/// What the worker is asked: one message, with the descriptor of the file beside it.
package struct WorkerRequest: Sendable, Equatable, Codable {
    package enum Verb: String, Sendable, Codable {
        case facts
        case versions
    }

    package var verb: Verb
    /// The zone in which local times without one are read; an identifier such as "Europe/Vienna".
    package var zone: String?

    package init(_ verb: Verb, zone: String? = nil) {
        self.verb = verb
        self.zone = zone
    }
}

/// What the worker answers: one message.
package struct WorkerReply: Sendable, Equatable, Codable {
    package struct Failure: Sendable, Equatable, Codable {
        package var code: MediaFileError.Code
        package var reason: String

        package init(_ error: MediaFileError) {
            code = error.code
            reason = error.reason
        }
    }

    package var facts: MediaFacts?
    package var failure: Failure?
    package var versions: [String: String]?

    package init(
        facts: MediaFacts? = nil,
        failure: Failure? = nil,
        versions: [String: String]? = nil
    ) {
        self.facts = facts
        self.failure = failure
        self.versions = versions
    }
}

/// How messages become bytes.
package enum WorkerCoding {
    /// Bytes of a message at most, which passes a socket whole or not at all.
    ///
    /// The kernel's default buffer takes 208 KiB; the
    /// longest facts within their limits, every character escaped, stay below this.
    package static let maximumMessage = 192 << 10

    /// Longest reason or version that is believed, in bytes.
    package static let maximumReason = 500

    package static func encode(_ message: some Encodable) throws -> [UInt8] {
        let bytes = [UInt8](try JSONEncoder().encode(message))
        guard bytes.count <= maximumMessage else {
            throw MediaFileError(.tooLarge, "its facts do not fit a message")
        }
        return bytes
    }

    package static func request(_ bytes: [UInt8]) throws -> WorkerRequest {
        try JSONDecoder().decode(WorkerRequest.self, from: Data(bytes))
    }

    /// Reads an answer and believes only what can be true: a decoder that a file took over may say anything.
    package static func reply(_ bytes: [UInt8]) throws(MediaWorkerError) -> WorkerReply {
        guard bytes.count <= maximumMessage,
            let reply = try? JSONDecoder().decode(WorkerReply.self, from: Data(bytes))
        else { throw MediaWorkerError(.badReply, "it is no message of the protocol") }
        if let facts = reply.facts, !facts.isPlausible {
            throw MediaWorkerError(.badReply, "it states impossible facts")
        }
        let texts = [reply.failure?.reason ?? ""] + (reply.versions ?? [:]).flatMap { [$0, $1] }
        let isPlain = texts.allSatisfy { text in
            text.utf8.count <= maximumReason
                && !text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
        }
        guard isPlain, (reply.versions?.count ?? 0) <= 32 else {
            throw MediaWorkerError(.badReply, "its texts are too long or no texts")
        }
        return reply
    }
}
