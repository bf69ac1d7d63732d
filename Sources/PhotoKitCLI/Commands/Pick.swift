import ArgumentParser
import Foundation
import OpenPhotoKit

/// The command `photokit pick`.
struct Pick: LibraryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lets a person pick photos in the browser, and prints them.",
        discussion: """
            The program photokit-serve shows the page, which only this machine can reach. Standard error has its \
            address. The output has one identifier a line, in the order of the picks; with --copy-to it has the paths \
            of the copies. If the person cancels, closes the page or presses Ctrl-C, the exit code is 7.

            With --as, the picks count for that application. Its selection grows if its access is limited. Without a \
            decision its access becomes limited to the picks. If its access is denied, it gets copies and no \
            identifiers.

            Kinds for --filter: images, videos, live-photos, screenshots, panoramas, bursts, slomo-videos, \
            timelapse-videos, screen-recordings, cinematic-videos, depth-effect-photos. A comma means any of them, \
            "+" all of them, "!" not.

            EXAMPLES:
              photokit pick
              photokit pick --filter 'images+!screenshots' --limit 3 --ordered
              photokit pick --limit 0 --search is:favorite --copy-to ~/Desktop/Picked
              photokit pick --as frame --limit 0
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("Only photos of these kinds can be picked.", valueName: "kinds"))
    var filter: PickFilterText?

    @Option(help: ArgumentHelp("The most photos; 0 means no limit.", valueName: "count"))
    var limit = 1

    @Flag(help: "Show the order of the picks as numbers.")
    var ordered = false

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Photos that are picked at the start.", valueName: "identifier")
    )
    var preselect: [String] = []

    @Option(help: ArgumentHelp("The search at the start.", valueName: "words"))
    var search = ""

    @Option(help: ArgumentHelp("A sentence for the person who picks.", valueName: "text"))
    var prompt: String?

    @Option(
        help: ArgumentHelp(
            "Copy the picked files into this folder. A missing folder is created.",
            valueName: "folder"
        ),
        completion: .directory
    )
    var copyTo: String?

    @Option(
        help: ArgumentHelp(
            "The number of seconds to wait until somebody opens the page, from 1 to 900.",
            valueName: "seconds"
        )
    )
    var wait = 300

    @Flag(help: "Only print the address, and do not open a browser.")
    var noBrowser = false

    func validate() throws {
        try PathArgument.checkPaths([copyTo], subject: "The path of --copy-to")
        guard limit >= 0 else { throw ValidationError("--limit must be 0 or more.") }
        guard (1...900).contains(wait) else {
            throw ValidationError("--wait must be from 1 to 900 seconds.")
        }
        guard search.utf8.count <= 500 else {
            throw ValidationError("--search must have at most 500 bytes.")
        }
    }

    func run(in library: PHPhotoLibrary) async throws {
        var picker = PhotoPicker()
        picker.filter = filter?.filter
        picker.selectionLimit = limit
        picker.isOrdered = ordered
        picker.preselectedIdentifiers = try Lookup(library: library).assets(
            named: preselect,
            .present
        )
        .map(\.localIdentifier)
        picker.searchText = search
        picker.prompt = prompt
        picker.copiesFolder = try copyTo.map { path in
            let url = URL(fileURLWithPath: path, isDirectory: true)
            try LibraryGuard.checkIsOutside(url)
            return url
        }
        picker.waitingTime = TimeInterval(wait)
        picker.opensBrowser = !noBrowser
        picker.addressHandler = { address in
            Output.shared.complain("Pick photos at \(address.absoluteString)")
        }
        picker.codeHandler = { code in
            Output.shared.complain("If the page asks for a code: \(code)")
        }
        let final = picker
        do {
            let outcome = try await Interruption.cancelling(on: [SIGINT, SIGTERM]) {
                try await final.pick(from: library)
            }
            switch outcome {
            case .picked(let picks): for pick in picks { showPick(pick) }
            case .cancelled(let reason):
                throw CommandFailure(
                    .cancelled,
                    Self.cancellationSentence(for: reason, afterSeconds: wait)
                )
            }
        } catch let error as PhotoPickerError {
            throw CommandFailure(
                error.code == .refused ? .refused : .unavailable,
                error.message
            )
        }
    }

    private func showPick(_ pick: PhotoPicker.Pick) {
        if output.json {
            Output.shared.writeLine(
                .object([
                    ("identifier", JSON(pick.identifier)),
                    ("copies", JSON(pick.copies.map(\.path))),
                ])
            )
        } else if pick.copies.isEmpty {
            Output.shared.writeLine(pick.identifier ?? "")
        } else {
            for copy in pick.copies { Output.shared.writeLine(Table.printableText(copy.path)) }
        }
    }

    private static func cancellationSentence(
        for reason: PhotoPicker.Cancellation,
        afterSeconds wait: Int
    ) -> String {
        switch reason {
        case .byPerson: "Nothing was picked: the person cancelled."
        case .pageClosed: "Nothing was picked: the page was closed."
        case .nobodyCame: "Nothing was picked: nobody opened the page within \(wait) seconds."
        case .taskCancelled: "Nothing was picked: the command was interrupted."
        }
    }
}
