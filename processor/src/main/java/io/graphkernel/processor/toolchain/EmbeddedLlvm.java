package io.graphkernel.processor.toolchain;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/** clang and lld from the jars of {@code org.bytedeco:llvm}, unpacked once into the user's cache directory. */
public final class EmbeddedLlvm implements Compiler {
    private static final String VERSION_RESOURCE = "/META-INF/maven/org.bytedeco/llvm/pom.properties";

    /**
     * Guards the unpacked files, which all builds of this process share, since a lookup costs as much as a compilation.
     */
    private static final Object LOCK = new Object();

    private static Unpacked unpacked;

    /** Unpacked programs. */
    public record Unpacked(Path clang, Path lld) {
        boolean exists() {
            return Files.isExecutable(clang) && Files.isExecutable(lld);
        }
    }

    @Override
    public String identity() {
        return "embedded " + version();
    }

    /** Returns the version of the jar on the class path, or {@code unknown}; reads one small resource. */
    private static String version() {
        Properties properties = new Properties();
        try (InputStream stream = EmbeddedLlvm.class.getResourceAsStream(VERSION_RESOURCE)) {
            if (stream != null) {
                properties.load(stream);
            }
        } catch (IOException e) {
            return "unknown";
        }
        return properties.getProperty("version", "unknown");
    }

    @Override
    public Path clang() throws ToolchainException {
        return unpacked().clang();
    }

    @Override
    public Programs programs(Platform target) throws ToolchainException {
        Unpacked programs = unpacked();
        return new Programs(
                programs.clang(),
                List.of(programs.lld().toString(), "-flavor", target.format().linkerFlavor()),
                Programs.LinkerStyle.LLD);
    }

    /**
     * Returns the programs for this machine, ready to run.
     *
     * @throws ToolchainException if there are none, they cannot be unpacked, or clang does not start
     */
    public static Unpacked unpacked() throws ToolchainException {
        synchronized (LOCK) {
            if (unpacked == null || !unpacked.exists()) {
                unpacked = unpack(Platform.host());
            }
            return unpacked;
        }
    }

    /** Returns the directory with the unpacked compilers of all versions. */
    public static Path directory() {
        return NativeToolchain.Settings.userCache().resolve("llvm");
    }

    /** Returns true if an earlier build of this user has unpacked the programs for this machine. */
    public static boolean isUnpacked() {
        return Platform.host()
                .map(host -> Files.isDirectory(directory().resolve(name(host))))
                .orElse(false);
    }

    private static String name(Platform host) {
        return version() + "-" + host.platformName();
    }

    /** Unpacks the programs for a host; empty if JavaCPP does not support the host. */
    static Unpacked unpack(Optional<Platform> knownHost) throws ToolchainException {
        Platform host = knownHost.orElseThrow(() -> unavailable(
                "this machine",
                "org.bytedeco:llvm has no programs for " + System.getProperty("os.name") + " on "
                        + System.getProperty("os.arch")));
        String suffix = host == Platform.WINDOWS_X86_64 ? ".exe" : "";
        List<UnpackedResources.Resource> resources = new ArrayList<>();
        for (String library : librariesOf(host)) {
            resources.add(resource(host, library, false));
        }
        resources.add(resource(host, "clang" + suffix, true));
        resources.add(resource(host, "lld" + suffix, true));
        Path parent = directory();
        try {
            Path directory = UnpackedResources.in(parent, name(host), resources);
            Unpacked programs = new Unpacked(directory.resolve("clang" + suffix), directory.resolve("lld" + suffix));
            probe(host, programs.clang());
            return programs;
        } catch (IOException e) {
            throw ToolchainException.directory("the compiler's directory", parent, "XDG_CACHE_HOME", e);
        }
    }

    /** Returns a resource. On Linux the programs load a library by a versioned name. */
    private static UnpackedResources.Resource resource(Platform host, String name, boolean executable)
            throws ToolchainException {
        String resource = "/org/bytedeco/llvm/" + host.platformName() + '/' + name;
        URL url = EmbeddedLlvm.class.getResource(resource);
        if (url == null) {
            throw unavailable(
                    host.platformName(),
                    "the class path of the processor has no " + resource + ", which is in org.bytedeco:llvm:"
                            + version() + ":" + host.platformName());
        }
        boolean versioned = !executable && host.format() == Platform.ObjectFormat.ELF;
        return new UnpackedResources.Resource(
                name, url, executable, versioned ? Optional.of(name + ".20.1") : Optional.empty());
    }

    /** Returns the libraries of the programs, which are statically linked on Windows. */
    private static List<String> librariesOf(Platform host) {
        return switch (host.format()) {
            case ELF -> List.of("libLLVM.so", "libclang-cpp.so");
            case MACH_O -> List.of("libLLVM.dylib", "libclang-cpp.dylib");
            case COFF -> List.of();
        };
    }

    /** Starts clang once, to detect an incompatible C library early. */
    static void probe(Platform host, Path clang) throws ToolchainException {
        List<String> command = List.of(clang.toString(), "--version");
        List<String> reasons = new ArrayList<>(List.of("tried: " + String.join(" ", command)));
        try {
            Path log = Files.createTempFile("graphkernel", ".log");
            try {
                ProcessRunner.Result result = ProcessRunner.run(command, clang.getParent(), log);
                if (result.succeeded()) {
                    return;
                }
                reasons.add("exit code " + result.exitCode());
                result.output().lines().findFirst().ifPresent(reasons::add);
            } finally {
                Files.delete(log);
            }
        } catch (IOException e) {
            reasons.add(Optional.ofNullable(e.getMessage()).orElse(e.toString()));
        }
        throw new ToolchainException(ToolchainException.Kind.UNAVAILABLE, message(host.platformName()), reasons);
    }

    private static ToolchainException unavailable(String where, String reason) {
        return new ToolchainException(ToolchainException.Kind.UNAVAILABLE, message(where), List.of(reason));
    }

    private static String message(String where) {
        return "the embedded clang cannot run on " + where;
    }
}
