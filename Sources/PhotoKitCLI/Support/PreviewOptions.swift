import ArgumentParser

/// The option to skip making previews at once.
struct PreviewOptions: ParsableArguments {
    @Flag(
        name: .customLong("no-previews"),
        help: "Leave previews for when they are first asked for, if the files are there then."
    )
    var areSkipped = false
}
