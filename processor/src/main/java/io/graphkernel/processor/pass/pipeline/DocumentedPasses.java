package io.graphkernel.processor.pass.pipeline;

import java.util.LinkedHashMap;
import java.util.Map;

/** The passes of MindSpore's documents that are not in this pipeline, and why. */
final class DocumentedPasses {

    /** Reasons by pass. */
    static final Map<String, String> WITHOUT_MEANING = reasons();

    private DocumentedPasses() {}

    private static Map<String, String> reasons() {
        Map<String, String> reasons = new LinkedHashMap<>();
        all(reasons, "every result is a value of its own: there are no tuples", "getitem_tuple");
        all(
                reasons,
                "what is constant is an attribute anyway",
                "convert_input_to_attr",
                "convert_attr_to_input",
                "add_attr");
        all(
                reasons,
                "the graph is pure data flow: nothing in it stands for order alone",
                "depend_elimination",
                "depend_edge_elimination",
                "generated_depend_elimination",
                "split_assign",
                "spread_update_state",
                "shrink_update_state",
                "fold_updatestates",
                "extend_output_for_update_state",
                "merge_output_for_update_state",
                "reduce_fake_output_memory",
                "deal_with_side_effect");
        all(
                reasons,
                "dims are symbols in every pass",
                "save_output_shape",
                "rewrite_output_shape",
                "symbol_engine_builder",
                "symbol_engine_extender",
                "shrink_only_shape_needed",
                "set_infershape_funtor",
                "graph_kernel_cluster_for_dynshape");
        all(reasons, "joining the weights would copy them at every call", "graph_kernel_op_combiner");
        all(
                reasons,
                "kernel_forming, fuse_basic and fuse_composite do it",
                "graph_kernel_cluster",
                "graph_kernel_splitter");
        all(reasons, "dead_code_elimination does it", "eliminate_redundant_output");
        all(reasons, "recompute_fusion does it", "graph_kernel_recompute");
        all(reasons, "view_forming does it", "shape_ops_splitter");
        all(reasons, "library_epilogue does it", "cast_matmul_fusion");
        all(reasons, "it is about the tensor cores of a GPU", "insert_pad_ops");
        all(
                reasons,
                "IsFinite, ReduceAll and what follows are one kernel anyway",
                "floatstatus_fusion",
                "floatstatus_addn_fusion");
        all(reasons, "graph_kernel_expander expands every composite op", "proactive_fallback_expander");
        all(reasons, "16-bit floats compute in f32 in every kernel", "convert_bfloat16");
        all(
                reasons,
                "reductions give the same bits for any number of threads: nothing is added atomically",
                "atomic_clean",
                "stitch_atomic_clean",
                "tensor_scatter_add_atomic_add_to_first_tensor",
                "unsorted_segment_sum_atomic_add_process",
                "csr_atomic_add_process");
        all(
                reasons,
                "the dtype of a value is what the method says",
                "decrease_transfer_precision",
                "decrease_compute_precision");
        all(reasons, "an input belongs to its caller, and temporaries share memory anyway", "tensor_inplace");
        all(reasons, "an update stores straight into its parameter anyway", "optimize_assign");
        all(reasons, "the plan gives memory to a value when it is computed", "compact_tensor_liveness");
        all(
                reasons,
                "it is part of every compilation",
                "graph_kernel_build",
                "bind_value_to_graph",
                "convert_call_to_prim");
        return reasons;
    }

    private static void all(Map<String, String> reasons, String reason, String... passes) {
        for (String pass : passes) {
            reasons.put(pass, reason);
        }
    }
}
