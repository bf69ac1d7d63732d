public import Foundation
import Photos
import PhotosStore

/// Why a predicate or a sort key that a user typed cannot be used, with a sentence that says what to write instead.
public struct FetchSyntaxError: Error, Hashable, Sendable, CustomStringConvertible,
    LocalizedError
{
    /// The sentence.
    public let description: String

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
    /// Reads a predicate.
    ///
    /// - Parameters:
    ///   - format: The predicate with all its values in it; specifiers such as `%@` have no arguments here.
    ///   - subject: What it will be asked of.
    /// - Returns: A predicate that a fetch of that subject takes.
    /// - Throws: ``FetchSyntaxError``.
    public static func predicate(
        _ format: String,
        for subject: FetchSubject
    ) throws(FetchSyntaxError) -> NSPredicate {
        do {
            let tree = try ParsedPredicate(format: format, arguments: [])
            _ = try tree.resolve(for: subject.engineValue, format: format)
        } catch {
            throw FetchSyntaxError(description: "\(error)")
        }
        return NSPredicate(format: format, argumentArray: [])
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
            throw FetchSyntaxError(description: "\(error)")
        }
        return NSSortDescriptor(key: key, ascending: ascending)
    }
}
