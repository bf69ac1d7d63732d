import Foundation
import Synchronization

/// Complaints about photos, of which only the first is written for each source or remote that does not answer.
///
/// The mutex guards the numbers of further photos, by the reason without the name of the file.
final class RepeatedComplaints: Sendable {
    private let further = Mutex<[String: Int]>([:])

    /// Writes a complaint, or only counts it if the same source or remote was named before.
    ///
    /// - Parameters:
    ///   - subject: The photo and what did not happen, at the beginning of the sentence.
    ///   - reason: The reason, as the library gave it.
    func complain(_ subject: String, because reason: String) {
        guard let place = Self.sharedReason(in: reason) else {
            return Output.shared.complain("\(subject): \(reason)")
        }
        let isFirst = further.withLock { further in
            guard let count = further[place] else {
                further[place] = 0
                return true
            }
            further[place] = count + 1
            return false
        }
        if isFirst { Output.shared.complain("\(subject): \(reason)") }
    }

    /// Writes one line for each source or remote of which more than one photo was meant.
    ///
    /// - Parameter outcome: The words for what failed, such as "were not exported".
    func writeSummary(_ outcome: String) {
        for (place, count) in further.withLock({ $0 }).sorted(by: { $0.key < $1.key })
        where count > 0 {
            Output.shared.complain(Self.summarySentence(of: count, outcome, because: place))
        }
    }

    /// Returns the line about further photos.
    ///
    /// - Parameters:
    ///   - count: The number of the photos.
    ///   - outcome: The words for what failed, such as "were not exported".
    ///   - place: The reason, without the name of a file at its beginning.
    /// - Returns: The line.
    static func summarySentence(of count: Int, _ outcome: String, because place: String) -> String {
        let photos = Wording.count(
            count,
            of: "further photo or video",
            plural: "further photos and videos"
        )
        let verb =
            count == 1
            ? outcome.replacing("were ", with: "was ").replacing("have ", with: "has ")
            : outcome
        let subject = place.hasPrefix("is ") ? count == 1 ? "its file " : "each file " : ""
        return "\(photos) \(verb) for the same reason: \(subject)\(place)"
    }

    /// The parts of reasons which say that a remote does not answer.
    private static let silences = [
        " cannot be reached. ", " does not answer", " stopped answering", "Connect its disk",
        "Connect it, and check it",
    ]

    /// Returns the part of a reason that is the same for all photos, if a whole source or remote is the cause.
    ///
    /// - Parameter reason: The reason, as the library gave it.
    /// - Returns: The part behind the name of the file, or the whole reason; nil for a reason that concerns one photo.
    static func sharedReason(in reason: String) -> String? {
        if silences.contains(where: { reason.contains($0) }) { return reason }
        for mark in [" is offline: ", " is not on this disk, "] {
            guard let range = reason.range(of: mark) else { continue }
            return String(reason[range.lowerBound...]).trimmingCharacters(in: .whitespaces)
        }
        return nil
    }
}
