package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.KernelLibraryException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stubs whose manifest is from a build with another kernel ABI, or from another build of the class. */
class AnotherBuildTest {
    private static final String DEVICE = "graphkernel.device";
    private static final String STUB = DebugKernelsKernels.class.getName();
    private static final String MANIFEST =
            "META-INF/graphkernel/" + DebugKernels.class.getName() + "/manifest.properties";

    @TempDir
    private Path directory;

    private String settingBefore;

    @BeforeEach
    void copyTheClass() throws IOException {
        settingBefore = System.getProperty(DEVICE);
        String manifest = DebugKernels.class.getResource("/" + MANIFEST).toString();
        Path classes = Path.of(URI.create(manifest.replace(MANIFEST, "")));
        Path stubs = classes.resolve(STUB.replace('.', '/')).getParent();
        List<Path> files;
        try (Stream<Path> entries = Files.list(stubs)) {
            files = entries.filter(file -> file.getFileName().toString().startsWith("DebugKernels"))
                    .toList();
        }
        for (Path file : Stream.concat(files.stream(), Stream.of(classes.resolve(MANIFEST)))
                .toList()) {
            Path target = directory.resolve(classes.relativize(file).toString());
            Files.createDirectories(target.getParent());
            Files.copy(file, target);
        }
    }

    @AfterEach
    void restoreTheSetting() {
        if (settingBefore == null) {
            System.clearProperty(DEVICE);
        } else {
            System.setProperty(DEVICE, settingBefore);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "jvm"})
    void kernels_ofAnotherAbi_areRejectedAtEachCall(String device) throws Exception {
        System.setProperty(DEVICE, device);
        int another = KernelAbi.VERSION + 1;
        replace("abi=" + KernelAbi.VERSION + "\n", "abi=" + another + "\n");
        failsAtEachCall("[GK-6109] kernel ABI mismatch: " + MANIFEST + " has kernel ABI " + another
                + ", but this runtime requires " + KernelAbi.VERSION);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "jvm"})
    void kernels_ofAnotherBuild_areRejectedAtEachCall(String device) throws Exception {
        System.setProperty(DEVICE, device);
        replace("tag=", "tag=0");
        failsAtEachCall("[GK-6124] kernels are from another build: " + STUB);
    }

    private void replace(String text, String replacement) throws IOException {
        Path manifest = directory.resolve(MANIFEST);
        String before = Files.readString(manifest);
        assertThat(before).contains(text);
        Files.writeString(manifest, before.replace(text, replacement));
    }

    /** A method with a kernel, and one that calls a library and has none: the class itself can be loaded. */
    private void failsAtEachCall(String message) throws Exception {
        try (OwnLoader loader = new OwnLoader(directory, DebugKernels.class);
                Tensor vector = Tensor.zeros(2);
                Tensor matrix = Tensor.zeros(DType.F16, 2, 2)) {
            Class<?> stub = Class.forName(STUB, true, loader);
            for (int call = 0; call < 2; call++) {
                assertThatThrownBy(() -> call(stub, "ranked", vector, vector))
                        .isInstanceOf(KernelLibraryException.class)
                        .hasMessageStartingWith(message)
                        .hasMessageContaining("mvn clean compile");
                assertThatThrownBy(() -> call(stub, "product", matrix))
                        .isInstanceOf(KernelLibraryException.class)
                        .hasMessageStartingWith(message);
            }
        }
    }

    private static void call(Class<?> stub, String name, Object... arguments) throws Throwable {
        Method method = Arrays.stream(stub.getMethods())
                .filter(candidate -> candidate.getName().equals(name)
                        && candidate.getParameterCount() == arguments.length
                        && candidate.getParameterTypes()[0] == Tensor.class)
                .findFirst()
                .orElseThrow();
        try {
            method.invoke(null, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
