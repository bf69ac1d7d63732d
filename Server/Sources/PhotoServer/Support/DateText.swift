import PhotosBase
import Synchronization

/// The text of the present second for the header `Date`; the mutex guards it.
final class DateText: Sendable {
    private let last = Mutex((second: -1, text: ""))

    func text(at seconds: Double) -> String {
        let second = Int(seconds)
        return last.withLock { last in
            if last.second != second {
                last = (second, HTTPDate.text(secondsSince1970: second))
            }
            return last.text
        }
    }
}
