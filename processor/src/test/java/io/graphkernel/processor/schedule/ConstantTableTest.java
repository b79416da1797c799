package io.graphkernel.processor.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.common.abi.ConstantFormat;
import io.graphkernel.graph.ConstantData;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.OpTable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests of the file of a class's constant tensors. */
class ConstantTableTest {

    private static Graph graph(Node... constants) {
        GraphBuilder builder = new GraphBuilder(OpTable.get());
        for (Node constant : constants) {
            builder.add(constant);
        }
        return builder.build("f", List.of(new Graph.Output("out", constants[0])));
    }

    private static Node constant(String type, ConstantData data) {
        return Node.tensorConstant("", ValueType.parse(type).orElseThrow(), data);
    }

    private static byte[] written(Graph... graphs) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ConstantTable.of(List.of()).with(List.of(graphs)).write(out);
        return out.toByteArray();
    }

    @Test
    void equalConstants_ofAnyDims_areStoredOnce() throws IOException {
        byte[] bytes = {1, 2, 3, 4, 5, 6};
        Graph first =
                graph(constant("i8[2, 3]", ConstantData.of(bytes)), constant("u8[6]", ConstantData.of(bytes.clone())));
        Graph second = graph(
                constant("i8[2, 3]", ConstantData.of(bytes.clone())), constant("i8[0]", ConstantData.of(new byte[0])));
        Graph third = graph(constant("i8[1]", ConstantData.of(new byte[] {9})));

        byte[] file = written(first, second, third);

        ByteArrayInputStream in = new ByteArrayInputStream(file);
        List<ConstantFormat.Entry> entries = ConstantFormat.read(in).entries();
        assertThat(entries).extracting(ConstantFormat.Entry::dtype).containsExactly("i8", "u8", "i8", "i8");
        assertThat(entries).extracting(ConstantFormat.Entry::offset).containsExactly(0L, 0L, 0L, 64L);
        byte[] elements = in.readAllBytes();
        assertThat((file.length - elements.length) % ConstantFormat.ALIGNMENT).isZero();
        assertThat(elements).hasSize(65).startsWith(bytes);
        assertThat(elements[64]).isEqualTo((byte) 9);
    }

    @Test
    void constantData_isStreamed() throws IOException {
        AtomicInteger opened = new AtomicInteger();
        ConstantData data = ConstantData.read(() -> {
            opened.incrementAndGet();
            return new ByteArrayInputStream(new byte[1 << 20]);
        });
        assertThat(opened).hasValue(1);
        assertThat(written(graph(constant("i8[1048576]", data)))).hasSizeGreaterThan(1 << 20);
        assertThat(opened).hasValue(2);
    }

    @Test
    void constantData_truncatedLater_isReported() throws IOException {
        AtomicInteger size = new AtomicInteger(8);
        ConstantData data = ConstantData.read(() -> new ByteArrayInputStream(new byte[size.getAndDecrement()]));
        assertThatThrownBy(() -> written(graph(constant("i8[8]", data)))).hasMessageContaining("7 bytes");
    }

    @Test
    void constantFile_ofOtherFormat_isRejected() {
        InputStream other = new ByteArrayInputStream("GKCONST2 and more".getBytes());
        assertThatThrownBy(() -> ConstantFormat.read(other)).isInstanceOf(IOException.class);
    }

    @Test
    void truncatedTable_isRejected() throws IOException {
        byte[] file = written(graph(constant("i8[1]", ConstantData.of(new byte[1]))));
        for (int length = 0; length < 64; length++) {
            InputStream truncated = new ByteArrayInputStream(file, 0, length);
            assertThatThrownBy(() -> ConstantFormat.read(truncated)).isInstanceOf(IOException.class);
        }
    }
}
