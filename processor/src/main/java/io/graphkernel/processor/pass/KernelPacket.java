package io.graphkernel.processor.pass;

import io.graphkernel.graph.Graph;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.option.KnownNames;
import java.util.Map;

/**
 * Copies the views that the packet lists keep out of kernels, whose readers then read contiguous memory. All other
 * views are fused into the kernels that read them, together with their shape arithmetic and strides.
 */
public final class KernelPacket implements GraphPass {

    @Override
    public String name() {
        return "kernel_packet";
    }

    @Override
    public int level() {
        return 1;
    }

    @Override
    public boolean isEnabledBy(FlagValues flags) {
        return !flags.list(Flag.DISABLE_PACKET_OPS).isEmpty()
                || !flags.list(Flag.ENABLE_PACKET_OPS_ONLY).isEmpty();
    }

    @Override
    public Map<Flag, KnownNames> names() {
        return OpLists.packetNames();
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        OpLists lists = new OpLists(context.flags());
        return GraphRewriter.rewrite(graph, (node, builder) -> {
            boolean packed = !OpTable.get().is(node, OpKind.VIEW)
                    || lists.readsInPlace(OpTable.get().row(node));
            if (packed) {
                return node;
            }
            context.decisions().note("Kernel packet without " + node.op() + " of " + node.type());
            return CopyOps.inScope(builder.add(node), node.op());
        });
    }
}
