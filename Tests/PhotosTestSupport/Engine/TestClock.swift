package import Foundation
import Synchronization

/// A clock that stands still until a test moves it.
package final class TestClock: Sendable {
    private let date: Mutex<Date>

    package init(_ date: Date = Date(timeIntervalSinceReferenceDate: 800_000_000)) {
        self.date = Mutex(date)
    }

    package var now: Date { date.withLock { $0 } }

    package func advance(days: Double = 0, seconds: Double = 0) {
        date.withLock { $0 += days * 86_400 + seconds }
    }
}
