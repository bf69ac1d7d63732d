import ServeRules
import Synchronization

/// Places that answers hold until they are sent or given up.
///
/// The mutex guards the count.
final class HeldPlaces: Sendable {
    /// A place, which is free again when nobody holds it any more.
    final class Place: Sendable {
        private let places: HeldPlaces
        private let holder: String
        private let isLimited: Bool

        fileprivate init(of holder: String, isLimited: Bool, among places: HeldPlaces) {
            self.places = places
            self.holder = holder
            self.isLimited = isLimited
        }

        deinit { places.count.withLock { $0.returnPlace(of: holder, isLimited: isLimited) } }
    }

    private let count: Mutex<ClientPlaces>

    init(_ places: ClientPlaces) { count = Mutex(places) }

    /// Takes a place; nil where too many are held.
    func takePlace(for holder: String, isLimited: Bool) -> Place? {
        guard count.withLock({ $0.takePlace(for: holder, isLimited: isLimited) }) else {
            return nil
        }
        return Place(of: holder, isLimited: isLimited, among: self)
    }
}
