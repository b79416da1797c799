package io.graphkernel.processor.toolchain;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * User-specified clang, which builds for the host only. If lld is in the same directory, lld links as with the embedded
 * compiler; otherwise clang invokes its default linker.
 */
final class ExternalCompiler implements Compiler {
    private final Path clang;
    private String identity;

    ExternalCompiler(Path clang) {
        this.clang = clang.toAbsolutePath();
    }

    @Override
    public synchronized String identity() throws ToolchainException {
        if (identity == null) {
            identity = "external " + clang + ' ' + readVersion() + ' ' + fileState();
        }
        return identity;
    }

    /** Identifies the file, since nightly builds share a version but not the format of precompiled headers. */
    private String fileState() throws ToolchainException {
        try {
            return Files.size(clang) + " " + Files.getLastModifiedTime(clang);
        } catch (IOException e) {
            throw unavailable(e.toString());
        }
    }

    @Override
    public Path clang() {
        return clang;
    }

    @Override
    public Programs programs(Platform target) throws ToolchainException {
        if (Platform.host().filter(target::equals).isEmpty()) {
            throw unavailable("it builds for this machine only, not for " + target);
        }
        Optional<Path> lld = lldNextTo(target);
        if (lld.isPresent()) {
            return new Programs(clang, List.of(lld.get().toString()), Programs.LinkerStyle.LLD);
        }
        if (target == Platform.WINDOWS_X86_64) {
            throw unavailable(target.format().linkerName() + " is missing in its directory");
        }
        return new Programs(clang, List.of(clang.toString()), Programs.LinkerStyle.COMPILER_DRIVER);
    }

    private Optional<Path> lldNextTo(Platform target) {
        String suffix = target == Platform.WINDOWS_X86_64 ? ".exe" : "";
        return Optional.of(clang.resolveSibling(target.format().linkerName() + suffix))
                .filter(Files::isExecutable);
    }

    private String readVersion() throws ToolchainException {
        try {
            Path log = Files.createTempFile("graphkernel", ".log");
            try {
                ProcessRunner.Result result =
                        ProcessRunner.run(List.of(clang.toString(), "--version"), log.getParent(), log);
                if (!result.succeeded() || !result.output().contains("clang")) {
                    throw unavailable("with --version it says: "
                            + result.output().lines().findFirst().orElse("nothing")
                            + " (exit code " + result.exitCode() + ")");
                }
                return result.output();
            } finally {
                Files.delete(log);
            }
        } catch (IOException e) {
            throw unavailable(e.getMessage());
        }
    }

    private ToolchainException unavailable(String reason) {
        return new ToolchainException(
                ToolchainException.Kind.UNAVAILABLE, "the compiler " + clang + " cannot be used", List.of(reason));
    }
}
