import ArgumentParser
import Foundation
import OpenPhotoKit

/// The photos and videos that a command works on: names, names from standard input, or conditions.
struct ChosenAssets: ParsableArguments {
    @OptionGroup var conditions: AssetConditions

    @Argument(
        help: ArgumentHelp(
            "Identifiers of photos and videos, whose first characters are enough, or file names; - reads them from standard input, one per line.",
            valueName: "id"
        )
    )
    var identifiers: [String] = []

    /// The greatest number of photos that can be known before the library is opened.
    ///
    /// Conditions and standard input count as one, because they may choose a single photo.
    var mostNames: Int { conditions.areGiven ? 1 : identifiers.count }

    /// Whether names or conditions were given.
    var isGiven: Bool { conditions.areGiven || !identifiers.isEmpty }

    /// Throws unless the photos are chosen in exactly one way.
    ///
    /// - Parameters:
    ///   - other: Whether a further option of the command, such as `--all`, was given.
    ///   - name: The name of that option; nil if the command has none.
    /// - Throws: `ValidationError`.
    func checkChoice(other: Bool = false, named name: String? = nil) throws {
        let ways = [other, conditions.areGiven, !identifiers.isEmpty].filter { $0 }.count
        guard ways != 1 else { return }
        let last = name.map { ", or write \($0)" } ?? ""
        throw ValidationError(
            ways == 0
                ? "Name identifiers or file names, or choose photos with --where, --search or --album\(last)."
                : "Name identifiers, or choose photos with --where, --search or --album\(last), but do only one of these."
        )
    }

    /// Returns the chosen assets, each once.
    ///
    /// - Parameters:
    ///   - library: The library.
    ///   - scope: Which photos conditions may choose.
    ///   - state: Which photos names may name.
    /// - Returns: Assets in the order of the names, or of the fetch.
    /// - Throws: `CommandFailure` for names and albums that do not exist, and errors of the library.
    func chosenAssets(
        in library: PHPhotoLibrary,
        _ scope: AssetConditions.Scope = .shown,
        names state: Lookup.AssetState = .any
    ) throws -> [PHAsset] {
        guard !conditions.areGiven else {
            return Array(PHAssetList(try fetchAssets(in: library, scope: scope)))
        }
        var known: Set<String> = []
        return try Lookup(library: library).assets(
            named: AssetNames.resolvedNames(identifiers),
            state
        )
        .filter { known.insert($0.localIdentifier).inserted }
    }

    /// Returns what the conditions choose.
    func fetchAssets(
        in library: PHPhotoLibrary,
        scope: AssetConditions.Scope
    ) throws -> PHFetchResult<PHAsset> {
        try conditions.fetchAssets(in: library, with: conditions.fetchOptions(scope))
    }
}

/// The photos and videos of a command that needs some.
struct AssetArguments: ParsableArguments {
    @OptionGroup var choice: ChosenAssets

    func validate() throws { try choice.checkChoice() }
}

/// Names of photos that a person typed, or that a program wrote to standard input.
enum AssetNames {
    /// Replaces `-` by the lines of standard input, without empty lines.
    static func resolvedNames(_ names: [String]) throws -> [String] {
        guard let position = names.firstIndex(of: "-") else { return names }
        guard names.filter({ $0 == "-" }).count == 1 else {
            throw CommandFailure(.usage, "Standard input can be read once. Write - only once.")
        }
        if isatty(STDIN_FILENO) == 1 {
            Output.shared.complain(
                "Type identifiers or file names, one per line, and end with Ctrl-D."
            )
        }
        var lines: [String] = []
        while let line = readLine() {
            let name = line.trimmingCharacters(in: .whitespacesAndNewlines)
            if !name.isEmpty { lines.append(name) }
        }
        return Array(names[..<position]) + lines + names[(position + 1)...]
    }
}
