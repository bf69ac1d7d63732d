public import Foundation
import Photos
import PhotosStore

/// Why a predicate or a sort key that a user typed cannot be used, with a sentence that says what to write instead.
public struct FetchSyntaxError: Error, Hashable, Sendable, CustomStringConvertible,
    LocalizedError
{
    /// The sentence.
    public let description: String
    /// The key and the value that cannot be compared; nil for other mistakes.
    public let mismatch: FetchKeyMismatch?

    init(_ error: some Error) {
        description = "\(error)"
        mismatch = (error as? PredicateFault)?.mismatch.map(FetchKeyMismatch.init)
    }

    /// The sentence, for `localizedDescription`.
    public var errorDescription: String? { description }
}

/// The kinds of object that predicates and sort keys may be meant for.
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

/// Reads predicates and sort keys that come from outside the program, where a mistake must not end it.
///
/// `NSPredicate(format:)` traps on a mistake, as on Apple's systems.
public enum FetchSyntax {
    /// Reads a predicate, and checks that each key is compared with something of its kind.
    ///
    /// Values are read as people write them. A text beside a date is a date: `creationDate >= "2020"`, `"2020-01-31"`,
    /// `"2020-01-31 12:00"`; it stands for all of the year, day or minute that it names, so that `> "2020"` begins with
    /// 2021. Beside `mediaType` stand names such as `"image"`, beside `mediaSubtypes` those such as `"photoLive"`, beside
    /// `duration` seconds or texts such as `"1:30"`. `NSPredicate(format:)` compares values of different kinds without
    /// complaint and finds nothing, as on Apple's systems.
    ///
    /// - Parameters:
    ///   - format: The predicate with all its values in it; specifiers such as `%@` have no arguments here.
    ///   - subject: What it will be asked of.
    ///   - timeZone: That of dates which state none; by default the one of this process.
    /// - Returns: A predicate that a fetch of that subject takes.
    /// - Throws: ``FetchSyntaxError``; with its `mismatch` where a key and a value cannot be compared.
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

    /// Reads a sort key.
    ///
    /// - Parameters:
    ///   - key: The name of a property.
    ///   - ascending: Whether small values come first.
    ///   - subject: What will be sorted.
    /// - Returns: A descriptor that a fetch of that subject takes.
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
