public import Foundation
import Photos
import PhotosStore

/// The error in a predicate or sort key that a user typed, as a sentence with the correct form.
public struct FetchSyntaxError: Error, Hashable, Sendable, CustomStringConvertible,
    LocalizedError
{
    /// The message.
    public let description: String
    /// The key and the value that cannot be compared; nil for other errors.
    public let mismatch: FetchKeyMismatch?

    init(_ error: some Error) {
        description = "\(error)"
        mismatch = (error as? PredicateFault)?.mismatch.map(FetchKeyMismatch.init)
    }

    /// The message, for `localizedDescription`.
    public var errorDescription: String? { description }
}

/// The kind of objects that a predicate or sort key applies to.
public enum FetchSubject: Sendable {
    /// Photos and videos.
    case assets
    /// Albums and smart albums.
    case albums
    /// Folders.
    case folders

    fileprivate var engineValue: PredicateSubject {
        switch self {
        case .assets: .asset
        case .albums: .assetCollection
        case .folders: .collectionList
        }
    }
}

/// Parses predicates and sort keys from outside the program, where a syntax error must not stop the program.
///
/// `NSPredicate(format:)` traps on a syntax error, as on Apple's systems.
public enum FetchSyntax {
    /// Parses a predicate, and checks that each key is compared with a value of its kind.
    ///
    /// Values can be written in a readable form:
    /// - A text next to a date is a date: `creationDate >= "2020"`, `"2020-01-31"`, `"2020-01-31 12:00"`. The
    ///   date is the whole year, day or minute, so that `> "2020"` begins with 2021.
    /// - `mediaType` takes names such as `"image"`; `mediaSubtypes` takes names such as `"photoLive"`.
    /// - `duration` takes seconds or texts such as `"1:30"`.
    ///
    /// `NSPredicate(format:)` accepts a comparison of different kinds and finds nothing, as on Apple's systems.
    ///
    /// - Parameters:
    ///   - format: The predicate with all its values; specifiers such as `%@` have no arguments here.
    ///   - subject: The kind of objects that the predicate applies to.
    ///   - timeZone: The time zone of dates without one; by default the zone of this process.
    /// - Returns: A predicate for a fetch of that subject.
    /// - Throws: ``FetchSyntaxError``; with its `mismatch` if a key and a value cannot be compared.
    public static func predicate(
        _ format: String,
        for subject: FetchSubject,
        timeZone: TimeZone = .current
    ) throws(FetchSyntaxError) -> NSPredicate {
        do {
            let tree = try ParsedPredicate(format: format, arguments: [])
                .checked(for: subject.engineValue, zone: timeZone, format: format)
            _ = try tree.resolve(for: subject.engineValue, format: format)
            return tree.predicate(writtenAs: format)
        } catch {
            throw FetchSyntaxError(error)
        }
    }

    /// Parses a sort key.
    ///
    /// - Parameters:
    ///   - key: The name of a property.
    ///   - ascending: Whether small values come first.
    ///   - subject: The kind of objects to sort.
    /// - Returns: A descriptor for a fetch of that subject.
    /// - Throws: ``FetchSyntaxError``.
    public static func sortDescriptor(
        _ key: String,
        ascending: Bool,
        for subject: FetchSubject
    ) throws(FetchSyntaxError) -> NSSortDescriptor {
        do {
            _ = try KeyTable(subject.engineValue).sortField(of: key)
        } catch {
            throw FetchSyntaxError(error)
        }
        return NSSortDescriptor(key: key, ascending: ascending)
    }
}
