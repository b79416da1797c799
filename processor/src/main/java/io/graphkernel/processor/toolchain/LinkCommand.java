package io.graphkernel.processor.toolchain;

import java.util.ArrayList;
import java.util.List;

/** Arguments of a linker for a shared library, with relative paths only. */
final class LinkCommand {
    /** File required in the working directory to link a library for macOS. */
    static final String SYSTEM_STUB_FILE = "libSystem.tbd";

    /** Stub in place of Apple's SDK: the loader of macOS rejects a library without dependencies. */
    static final String SYSTEM_STUB = """
            --- !tapi-tbd
            tbd-version:     4
            targets:         [ x86_64-macos, arm64-macos ]
            install-name:    '/usr/lib/libSystem.B.dylib'
            exports:
              - targets:         [ x86_64-macos, arm64-macos ]
                symbols:         [ dyld_stub_binder ]
            ...
            """;

    private LinkCommand() {}

    /** Returns the arguments that link the objects into the output file with the given kind of linker. */
    static List<String> arguments(
            Platform platform, Programs.LinkerStyle style, List<String> objects, String outputFile) {
        return switch (style) {
            case LLD -> lldArguments(platform, objects, outputFile);
            case COMPILER_DRIVER -> driverArguments(platform, objects, outputFile);
        };
    }

    private static List<String> lldArguments(Platform platform, List<String> objects, String outputFile) {
        List<String> arguments = new ArrayList<>();
        switch (platform.format()) {
            case ELF ->
                arguments.addAll(
                        List.of("-shared", "--build-id=none", "-z", "defs", "-soname", outputFile, "-o", outputFile));
            case MACH_O ->
                arguments.addAll(List.of(
                        "-dylib",
                        "-arch",
                        platform.isArm() ? "arm64" : "x86_64",
                        "-platform_version",
                        "macos",
                        "11.0",
                        "11.0",
                        platform.isArm() ? "-adhoc_codesign" : "-no_adhoc_codesign",
                        "-install_name",
                        "@rpath/" + outputFile,
                        "-o",
                        outputFile,
                        SYSTEM_STUB_FILE));
            case COFF ->
                arguments.addAll(List.of(
                        "/nologo",
                        "/dll",
                        "/noentry",
                        "/nodefaultlib",
                        "/noimplib",
                        "/machine:x64",
                        "/Brepro",
                        "/out:" + outputFile));
        }
        arguments.addAll(objects);
        return arguments;
    }

    private static List<String> driverArguments(Platform platform, List<String> objects, String outputFile) {
        List<String> arguments = new ArrayList<>(List.of("--no-default-config", "--target=" + platform.triple()));
        if (platform.format() == Platform.ObjectFormat.MACH_O) {
            arguments.addAll(List.of("-dynamiclib", "-Wl,-install_name,@rpath/" + outputFile));
        } else {
            arguments.addAll(
                    List.of("-shared", "-nostdlib", "-Wl,--build-id=none", "-Wl,-z,defs", "-Wl,-soname," + outputFile));
        }
        arguments.addAll(List.of("-o", outputFile));
        arguments.addAll(objects);
        return arguments;
    }
}
