import PhotosSearch

extension SearchTranslation {
    /// Returns the condition that an asset was taken at an occasion, on the camera's clock.
    static func condition(_ occasion: SearchOccasion) -> Condition {
        guard let southern = occasion.southernDays else { return condition(occasion.days) }
        // Without a latitude, this is false.
        let isSouth = Condition.field(.asset(.latitude), .less, .real(0))
        return .any([
            .all([condition(occasion.days), .not(isSouth)]),
            .all([condition(southern), isSouth]),
        ])
    }

    private static func condition(_ days: SearchOccasion.Days) -> Condition {
        switch days {
        case .eachYear(let days):
            .comparison(.isAmong(days), .equal, .value(.integer(1)), [])
        case .once(let period): condition(period)
        }
    }
}
