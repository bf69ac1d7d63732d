public import ArgumentParser
public import OpenPhotoKit

extension FileProperty: ExpressibleByArgument {}

/// The command `photokit edit`.
struct Edit: EditingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Changes dates, locations, captions, ratings and keywords.",
        discussion: """
            A value that you set stays, even if the photo's file or sidecar changes later. --revert-field returns to \
            the values in the files. A date also sets the time zone: the time that you write is the time that is \
            shown.

            EXAMPLES:
              photokit edit 3F2A81C0 --date 2026-07-04T10:30:00+02:00
              photokit edit 3F2A81C0 99D1 --rating 4 --add-keyword lake
              photokit edit 3F2A81C0 --place 46.5,7.9 --caption "At the lake"
              photokit edit 3F2A81C0 --no-place --caption ""
              photokit edit 3F2A81C0 --revert-field caption --revert-field keywords
            """
    )

    @OptionGroup var edit: EditOptions
    @OptionGroup var assets: AssetArguments

    @Option(
        help: "The date and time of the photo, in ISO 8601 with a time zone.",
        transform: Self.date
    )
    var date: ZonedDate?

    // A latitude of the southern hemisphere begins with a minus sign.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The location of the photo, in degrees.",
            valueName: "latitude,longitude"
        ),
        transform: Self.place
    )
    var place: CLLocation?

    @Flag(help: "Remove the location.")
    var noPlace = false

    @Option(help: "The caption. An empty text removes it.")
    var caption: String?

    @Option(help: "The number of stars, 0 to 5.")
    var rating: Int?

    @Option(help: ArgumentHelp("Add a keyword. May be repeated.", valueName: "word"))
    var addKeyword: [String] = []

    @Option(help: ArgumentHelp("Remove a keyword. May be repeated.", valueName: "word"))
    var removeKeyword: [String] = []

    @Option(
        help: ArgumentHelp(
            "Return to the value in the files: date, place, caption, keywords or rating. May be repeated.",
            valueName: "field"
        )
    )
    var revertField: [FileProperty] = []

    func validate() throws {
        if let rating, !(0...5).contains(rating) {
            throw ValidationError("The rating must be from 0 to 5.")
        }
        if place != nil, noPlace {
            throw ValidationError("--place and --no-place exclude each other.")
        }
        let isEmpty =
            date == nil && place == nil && !noPlace && caption == nil && rating == nil
            && addKeyword.isEmpty && removeKeyword.isEmpty && revertField.isEmpty
        if isEmpty {
            throw ValidationError(
                "Name at least one change, such as --caption. \"photokit help edit\" lists them."
            )
        }
    }

    func run(in library: PHPhotoLibrary) async throws {
        try mark(assets, in: library, "changed", change)
    }

    private func change(_ request: PHAssetChangeRequest) {
        if !revertField.isEmpty { request.revertToFile(Set(revertField)) }
        if let date {
            request.creationDate = date.date
            request.setTimeZoneOffset(date.zone)
        }
        if let place { request.location = place }
        if noPlace { request.location = nil }
        if let caption { request.caption = caption }
        if let rating { request.rating = PHAsset.Rating(rawValue: rating) ?? .unset }
        for word in addKeyword { request.addKeyword(word) }
        for word in removeKeyword { request.removeKeyword(word) }
    }

    private static func date(_ text: String) throws -> ZonedDate {
        guard let date = ZonedDate(text) else {
            throw ValidationError(
                "\"\(text)\" is no date with a time zone. Write a date like 2026-07-04T10:30:00+02:00."
            )
        }
        return date
    }

    private static func place(_ text: String) throws -> CLLocation {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
            .compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
        guard numbers.count == 2,
            CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(numbers[0], numbers[1]))
        else {
            throw ValidationError(
                "\"\(text)\" is no location. Write latitude and longitude in degrees, like 46.5,7.9."
            )
        }
        return CLLocation(latitude: numbers[0], longitude: numbers[1])
    }
}
