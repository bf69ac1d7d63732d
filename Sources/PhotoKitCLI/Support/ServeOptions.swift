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

    func validate() throws {
        try PathArgument.check([certificate], "The path of --certificate")
        try PathArgument.check([key], "The path of --key")
        try PathArgument.check([page], "The path of --page")
        try PathArgument.check([state], "The path of --state")
    }

    /// The arguments for `photokit-serve`.
    var arguments: [String] {
        var arguments: [String] = []
        func add(_ name: String, _ value: String?) {
            if let value { arguments += ["--\(name)", value] }
        }
        add("address", address)
        add("port", port.map(String.init))
        for name in host { add("host", name) }
        add("certificate", certificate)
        add("key", key)
        add("page", page)
        add("state", state)
        if behindProxy { arguments.append("--behind-proxy") }
        return arguments
    }
}
