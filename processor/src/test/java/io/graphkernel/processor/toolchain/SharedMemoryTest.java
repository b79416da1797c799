package io.graphkernel.processor.toolchain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of aliasing. A temporary may reuse the memory of a dead operand of another dtype, and users may wrap one memory as
 * tensors of several dtypes. In plain C a store of one type changes no value of another.
 */
class SharedMemoryTest {

    private static final String SOURCE = """
            #include "graphkernel.h"

            static void nothing(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
            }

            GK_EXPORT extern const gk_kernel GK_TABLE[];
            const gk_kernel GK_TABLE[] = {nothing};

            #if GK_LANES == 4
            GK_EXPORT int Java_io_graphkernel_processor_toolchain_SharedMemoryTest_read(
                    void ***environment, void *type, void *one, void *other) {
                void *(*address)(void *, void *) = (void *(*)(void *, void *)) (*environment)[230];
                float *operand = address(environment, one);
                int *result = address(environment, other);
                *operand = 1;
                *result = 0;
                return (int) *operand;
            }
            #endif
            """;

    @TempDir
    Path directory;

    /** Stores 1 as a float in a buffer and 0 as an int in another, and reads the float. */
    private static native int read(ByteBuffer one, ByteBuffer other);

    @Test
    void storeOfOneDtype_isReadAsAnother() throws IOException, ToolchainException {
        NativeToolchain toolchain =
                new NativeToolchain(new NativeToolchain.Settings(directory.resolve("cache"), Optional.empty()));
        byte[] library = toolchain.build(
                new KernelSource("shared", "Shared.c", SOURCE), Platform.host().orElseThrow());
        Path file = directory.resolve(Platform.host().orElseThrow().libraryFileName("shared"));
        Files.write(file, library);
        System.load(file.toString());

        ByteBuffer one = ByteBuffer.allocateDirect(4);
        assertThat(read(one, ByteBuffer.allocateDirect(4))).isEqualTo(1);
        assertThat(read(one, one)).isZero();
    }
}
