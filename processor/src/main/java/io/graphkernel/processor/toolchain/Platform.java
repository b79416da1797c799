package io.graphkernel.processor.toolchain;

import io.graphkernel.common.abi.PlatformNames;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Operating system and processor family of kernel libraries, named as in JavaCPP. */
public enum Platform {
    LINUX_X86_64("linux-x86_64", "x86_64-unknown-linux-gnu", ObjectFormat.ELF),
    LINUX_ARM64("linux-arm64", "aarch64-unknown-linux-gnu", ObjectFormat.ELF),
    MACOSX_ARM64("macosx-arm64", "arm64-apple-macosx11.0.0", ObjectFormat.MACH_O),
    MACOSX_X86_64("macosx-x86_64", "x86_64-apple-macosx11.0.0", ObjectFormat.MACH_O),
    /** The GNU triple has the calling convention of Windows without references to a C library. */
    WINDOWS_X86_64("windows-x86_64", "x86_64-w64-windows-gnu", ObjectFormat.COFF);

    /** Format of a library file. */
    enum ObjectFormat {
        ELF("gnu", "ld.lld"),
        MACH_O("darwin", "ld64.lld"),
        COFF("link", "lld-link");

        private final String linkerFlavor;
        private final String linkerName;

        ObjectFormat(String linkerFlavor, String linkerName) {
            this.linkerFlavor = linkerFlavor;
            this.linkerName = linkerName;
        }

        /** Returns the value of {@code lld -flavor} for this format. */
        String linkerFlavor() {
            return linkerFlavor;
        }

        /** Returns the executable name of lld for this format. */
        String linkerName() {
            return linkerName;
        }
    }

    private static final List<InstructionSet> X86_64 =
            List.of(InstructionSet.X86_64_V2, InstructionSet.X86_64_V3, InstructionSet.X86_64_V4);
    private static final List<InstructionSet> ARM64 = List.of(InstructionSet.ARMV8);

    private final String platformName;
    private final String triple;
    private final ObjectFormat format;

    Platform(String platformName, String triple, ObjectFormat format) {
        this.platformName = platformName;
        this.triple = triple;
        this.format = format;
    }

    /** Returns the name in JavaCPP's spelling, for example {@code linux-x86_64}. */
    public String platformName() {
        return platformName;
    }

    /** Returns the instruction sets of a library's variants, from the weakest to the strongest. */
    public List<InstructionSet> instructionSets() {
        return isArm() ? ARM64 : X86_64;
    }

    /** Returns the file name of a shared library, for example {@code libname.so} for the stem {@code name}. */
    public String libraryFileName(String stem) {
        return PlatformNames.library(platformName, stem);
    }

    /** Returns the platform with a JavaCPP name; empty if there is none. */
    public static Optional<Platform> byName(String name) {
        return Arrays.stream(values())
                .filter(platform -> platform.platformName.equals(name))
                .findFirst();
    }

    /** Returns the platform of this Java process; empty if it is not supported. */
    public static Optional<Platform> host() {
        return byName(PlatformNames.current());
    }

    /** Returns the platforms with some JavaCPP names, or that of this Java process for none; empty if it is unknown. */
    public static Set<Platform> named(List<String> names) {
        return names.isEmpty()
                ? host().map(Set::of).orElse(Set.of())
                : names.stream().flatMap(name -> byName(name).stream()).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the target triple of clang. */
    String triple() {
        return triple;
    }

    ObjectFormat format() {
        return format;
    }

    boolean isArm() {
        return this == LINUX_ARM64 || this == MACOSX_ARM64;
    }

    @Override
    public String toString() {
        return platformName;
    }
}
