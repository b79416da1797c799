package io.graphkernel.processor.toolchain;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;

/** The embedded compiler, with counts of the compiled kernels and headers. */
final class CountingCompiler implements Compiler {

    private final EmbeddedLlvm embedded = new EmbeddedLlvm();
    private final Path log;
    private final Path headers;
    private final Path script;

    /** Creates a compiler that logs to a directory. */
    CountingCompiler(Path directory) {
        log = directory.resolve("compiled.txt");
        headers = directory.resolve("headers.txt");
        script = directory.resolve("counting-clang");
    }

    /** Returns the number of compiled kernel files, each for one instruction set. */
    long compiledKernels() {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> line.endsWith(".c") && !line.contains("table_"))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the number of header compilations, for any instruction set. */
    long compiledHeaders() throws IOException {
        return Files.readAllLines(headers).size();
    }

    @Override
    public String identity() {
        return embedded.identity();
    }

    /** Synchronized, so that no thread starts a script that is still being written. */
    @Override
    public synchronized Path clang() throws ToolchainException {
        if (!Files.exists(script)) {
            String text = "#!/bin/sh\nfor last; do :; done\ncase \"$*\" in\n*c-header*) echo \"$*\" >> '" + headers
                    + "';;\n*) cat \"${last#@}\" >> '" + log + "';;\nesac\nexec '" + embedded.clang()
                    + "' \"$@\"\n";
            try {
                Files.writeString(script, text);
                Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return script;
    }

    @Override
    public Programs programs(Platform target) throws ToolchainException {
        Programs programs = embedded.programs(target);
        return new Programs(clang(), programs.linker(), programs.linkerStyle());
    }
}
