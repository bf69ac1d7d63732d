import PhotosSearch
import Synchronization

/// The patterns of words that statements compare, by their encoded form.
enum WordPatterns {
    /// The cache of patterns, guarded by a mutex because queries of all threads share it.
    private static let read = Mutex<[String: WordPattern]>([:])

    /// The number of patterns after which the cache is emptied.
    private static let capacity = 64

    static func shared(_ encoded: String) -> WordPattern? {
        if let known = read.withLock({ $0[encoded] }) { return known }
        guard let pattern = WordPattern(encoded: encoded) else { return nil }
        read.withLock { patterns in
            if patterns.count >= capacity { patterns.removeAll() }
            patterns[encoded] = pattern
        }
        return pattern
    }
}
