package io.graphkernel.cuda;

import static io.graphkernel.cuda.Cuda.check;
import static io.graphkernel.cuda.Cuda.download;
import static io.graphkernel.cuda.Cuda.function;
import static io.graphkernel.cuda.Cuda.launch;
import static io.graphkernel.cuda.Cuda.load;
import static io.graphkernel.cuda.Cuda.upload;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads of matrices and asynchronous copies with known results, by the description of the PTX ISA. */
@Tag("emulated")
class MatrixLoadTest {
    private static final int LANES = 32;

    private Cuda cuda;

    @BeforeEach
    void open() {
        cuda = Cuda.open();
    }

    @AfterEach
    void close() {
        cuda.close();
    }

    /**
     * Rows of 16 bytes with distinct elements, each at an address of its own: lane T receives the elements 2 (T % 4) and the
     * next of row T / 4 of each matrix; transposed, of column T / 4.
     */
    @ParameterizedTest
    @ValueSource(strings = {"x1", "x2", "x4", "x1.trans", "x2.trans", "x4.trans"})
    void ldmatrix_distributesRows(String variant) {
        int count = variant.charAt(1) - '0';
        String registers = "%r1, %r2, %r3, %r4".substring(0, 5 * count - 2);
        String body = """
                ld.param.u64 %%rd1, [p]; mov.u32 %%r17, %%tid.x; mul.wide.u32 %%rd2, %%r17, 16; mov.u64 %%rd3, tile;
                add.s64 %%rd4, %%rd1, %%rd2;
                ld.global.v4.u32 {%%r5, %%r6, %%r7, %%r8}, [%%rd4];
                xor.b32 %%r9, %%r17, 5; mul.wide.u32 %%rd5, %%r9, 16; add.s64 %%rd6, %%rd3, %%rd5;
                st.shared.v4.u32 [%%rd6], {%%r5, %%r6, %%r7, %%r8};
                bar.sync 0;
                mov.u32 %%r1, 0; mov.u32 %%r2, 0; mov.u32 %%r3, 0; mov.u32 %%r4, 0;
                cvt.u32.u64 %%r10, %%rd6;
                ldmatrix.sync.aligned.m8n8.%s.shared.b16 {%s}, [%%r10];
                st.global.v4.u32 [%%rd4], {%%r1, %%r2, %%r3, %%r4}; ret;
                """.formatted(variant, registers);
        ByteBuffer memory = Cuda.buffer(LANES * 16);
        for (int i = 0; i < LANES * 8; i++) {
            memory.putShort(2 * i, (short) i);
        }
        long address = upload(memory.array());
        String tile = ".shared .align 16 .b8 tile[512];\n";
        check(launch(function(load(Ptx.ampereKernel("k", 1, tile, body)), "k"), 1, LANES, 0, address));
        ByteBuffer after = download(address, LANES * 16);
        for (int lane = 0; lane < LANES; lane++) {
            for (int matrix = 0; matrix < 4; matrix++) {
                for (int half = 0; half < 2; half++) {
                    int along = 2 * (lane % 4) + half;
                    int row = variant.endsWith("trans") ? along : lane / 4;
                    int column = variant.endsWith("trans") ? lane / 4 : along;
                    int expected = matrix < count ? (8 * matrix + row) * 8 + column : 0;
                    assertThat(after.getShort(16 * lane + 4 * matrix + 2 * half))
                            .as("lane %d, matrix %d", lane, matrix)
                            .isEqualTo((short) expected);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ca 4", "ca 8", "ca 16", "cg 16"})
    void copy_fillsUpWithZeros(String variant) {
        String cache = variant.substring(0, 2);
        int bytes = Integer.parseInt(variant.substring(3));
        for (int present = 0; present <= bytes; present++) {
            String body = """
                    ld.param.u64 %%rd1, [p]; mov.u64 %%rd3, tile; mov.u32 %%r1, %d;
                    cp.async.%s.shared.global [%%rd3], [%%rd1+16], %d, %%r1;
                    cp.async.commit_group;
                    cp.async.wait_group 0;
                    ld.shared.v4.u32 {%%r2, %%r3, %%r4, %%r5}, [%%rd3];
                    st.global.v4.u32 [%%rd1], {%%r2, %%r3, %%r4, %%r5}; ret;
                    """.formatted(present, cache, bytes);
            byte[] source = new byte[16 + Math.max(present, 1)];
            for (int i = 16; i < source.length; i++) {
                source[i] = (byte) (i - 15);
            }
            long address = upload(source);
            String tile = ".shared .align 16 .b8 tile[16];\n";
            check(launch(function(load(Ptx.ampereKernel("k", 1, tile, body)), "k"), 1, 1, 0, address));
            ByteBuffer after = download(address, 16);
            for (int i = 0; i < bytes; i++) {
                assertThat(after.get(i)).isEqualTo((byte) (i < present ? i + 1 : 0));
            }
        }
    }
}
