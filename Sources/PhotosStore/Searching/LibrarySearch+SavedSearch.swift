import Foundation
import PhotosBase
package import PhotosSearch

/// The condition of a search.
package struct FoundCondition: Sendable {
    package var condition: Condition
    /// Whether the search names hidden photos, and so finds them.
    package var showsHidden: Bool
}

extension LibrarySearch {
    /// Returns the condition of a search.
    ///
    /// - Parameters:
    ///   - query: The search as it was understood.
    ///   - withheld: The subjects in whose texts words are not searched.
    /// - Returns: The condition, with the table of places and the sources as they are now.
    /// - Throws: ``StoreError`` where the library cannot be read.
    package func foundCondition(
        of query: SearchQuery,
        withholding withheld: Set<SearchSubject> = []
    ) throws -> FoundCondition {
        guard let term = query.term else {
            return FoundCondition(condition: .constant(true), showsHidden: false)
        }
        var translation = SearchTranslation()
        translation.hasPlaces = !withheld.contains(.places) && places.placeTable() != nil
        translation.withheld = withheld
        if term.names(.offline) {
            translation.unreachable = Set(try sources.assetsOfOfflineSources())
        }
        return FoundCondition(
            condition: translation.condition(term),
            showsHidden: term.names(.hidden)
        )
    }

    /// Returns the condition of a smart album's search.
    ///
    /// Words such as `yesterday` mean the present day of this process's time zone.
    ///
    /// - Parameter text: The search as typed.
    /// - Returns: The condition.
    /// - Throws: ``StoreError`` where the library cannot be read.
    package func savedSearch(_ text: String) throws -> FoundCondition {
        let now = core.environment.now()
        let seconds = TimeZone.current.secondsFromGMT(for: now)
        let day = ((now.timeIntervalSince1970 + Double(seconds)) / 86_400).rounded(.down)
        let today = CivilDay(Int(exactly: day) ?? 0)
        return try foundCondition(of: SearchQuery(text, today: today, places: places.placeTable()))
    }
}
