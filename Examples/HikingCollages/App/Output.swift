import Photos

/// Prints a line at once, also into a file or another program.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

/// Prints a line for errors.
func complain(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
}
