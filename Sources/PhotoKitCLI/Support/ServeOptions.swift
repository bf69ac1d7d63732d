import ArgumentParser

/// The options of a server, which `photokit-serve` gets as they are.
struct ServeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The address where the server accepts connections.",
            valueName: "address"
        )
    )
    var address: String?

    @Option(
        help: ArgumentHelp(
            "The port where the server accepts connections; 0 lets the system choose. The default is 8086.",
            valueName: "port"
        )
    )
    var port: Int?

    @Option(
        help: ArgumentHelp("A further host name of the server.", valueName: "name")
    )
    var host: [String] = []

    @Option(
        help: ArgumentHelp("The file of the certificate chain (PEM).", valueName: "file"),
        completion: .file()
    )
    var certificate: String?

    @Option(
        help: ArgumentHelp("The file of the certificate's key (PEM).", valueName: "file"),
        completion: .file()
    )
    var key: String?

    @Flag(help: "Accept connections from a proxy that does the encryption (TLS).")
    var behindProxy = false

    @Option(
        help: ArgumentHelp("The folder with the files of the page.", valueName: "folder"),
        completion: .directory
    )
    var page: String?

    @Option(
        help: ArgumentHelp(
            "The server's own folder, for sessions and the password.",
            valueName: "folder"
        ),
        completion: .directory
    )
    var state: String?

    @Option(
        help: ArgumentHelp(
            "The file whose first line is the password. It is read at the start.",
            valueName: "file"
        ),
        completion: .file()
    )
    var passwordFile: String?

    func validate() throws {
        try PathArgument.checkPaths([certificate], subject: "The path of --certificate")
        try PathArgument.checkPaths([key], subject: "The path of --key")
        try PathArgument.checkPaths([page], subject: "The path of --page")
        try PathArgument.checkPaths([state], subject: "The path of --state")
        try PathArgument.checkPaths([passwordFile], subject: "The path of --password-file")
    }

    /// The arguments for `photokit-serve`.
    var arguments: [String] {
        var arguments: [String] = []
        func addOption(_ name: String, value: String?) {
            if let value { arguments += ["--\(name)", value] }
        }
        addOption("address", value: address)
        addOption("port", value: port.map(String.init))
        for name in host { addOption("host", value: name) }
        addOption("certificate", value: certificate)
        addOption("key", value: key)
        addOption("page", value: page)
        addOption("state", value: state)
        addOption("password-file", value: passwordFile)
        if behindProxy { arguments.append("--behind-proxy") }
        return arguments
    }
}
