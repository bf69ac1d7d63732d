/// Decides about picks without a library.
public enum PickRules {
    /// Where an application stands with the library.
    public enum Standing: String, Hashable, Sendable {
        /// The owner, or an application that sees everything.
        case full
        /// An application with a selection.
        case limited
        /// An application that nothing is decided about.
        case undecided
        /// An application that gets nothing.
        case denied
    }

    /// The effect of picks for the application.
    public enum Effect: String, Hashable, Sendable {
        /// The application gets identifiers.
        case identifiers
        /// The application gets identifiers, and sees these photos from now on.
        case selection
        /// The application gets copies of the files.
        case copies
    }

    /// Returns what picks do.
    public static func effect(for standing: Standing) -> Effect {
        switch standing {
        case .full: .identifiers
        case .limited, .undecided: .selection
        case .denied: .copies
        }
    }

    /// Why picks are refused.
    public enum Refusal: Hashable, Sendable {
        case nothing
        case tooMany
        case twice
    }

    /// Returns why picks are refused; nil where they are not.
    ///
    /// - Parameters:
    ///   - picks: The picked photos.
    ///   - limit: The most photos; 0 means that there is no limit.
    /// - Returns: The reason, or nil.
    public static func refusal(of picks: [ObjectName], limit: Int) -> Refusal? {
        if picks.isEmpty { return .nothing }
        let most = limit == 0 ? PickRequest.mostPicks : limit
        if picks.count > most { return .tooMany }
        return Set(picks).count < picks.count ? .twice : nil
    }
}
