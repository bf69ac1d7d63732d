import ArgumentParser

/// The option to skip making previews at once.
struct PreviewOptions: ParsableArguments {
    @Flag(
        name: .customLong("no-previews"),
        help:
            "Make no previews now. Each is made at its first request, if its file is available then."
    )
    var areSkipped = false
}
