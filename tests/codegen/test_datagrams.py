"""Management datagrams and attributes have their fields where others have them: libibmad, the kernel's header, and libibumad's."""
import ctypes
import ctypes.util
import pathlib
import re
import unittest

import support
from codegen.__main__ import specs_of
from packet_fields import of_header, table
from test_commands import linux_header

UMAD = pathlib.Path("/usr/include/infiniband")
LONGEST = 256

# The fields that libibmad has too, by the number and the name that it gives them. Some of ours are two of its.
IBMAD = {
    "mad_hdr": {"base_version": [(7, "MadBaseVersion")], "mgmt_class": [(6, "MadMgmtClass")], "class_version": [(5, "MadClassVersion")],
                "method": [(4, "MadIsResponse"), (3, "MadMethod")], "status": [(8, "MadStatus")], "tid": [(13, "MadTRID")],
                "attr_id": [(14, "MadAttr")], "attr_mod": [(15, "MadModifier")]},
    "gid": {"subnet_prefix": [(1, "GidPrefix")], "interface_id": [(2, "GidGuid")]},
    "smp": {"mkey": [(16, "MadMkey")]},
    "smp_dr": {"hop_cnt": [(9, "DrSmpHopCnt")], "hop_ptr": [(10, "DrSmpHopPtr")], "status": [(11, "DrSmpStatus")],
               "d": [(12, "DrSmpDirection")], "mkey": [(16, "MadMkey")], "dr_dlid": [(17, "DrSmpDLID")], "dr_slid": [(18, "DrSmpSLID")],
               "initial_path": [(25, "DrSmpPath")], "return_path": [(26, "DrSmpRetPath")]},
    "sa_mad": {"sm_key": [(19, "SaSMkey")], "attr_offset": [(20, "SaAttrOffs")], "comp_mask": [(21, "SaCompMask")], "data": [(22, "SaData")]},
    "pm_mad": {"data": [(24, "GsData")]},
    "vendor_mad": {"oui": [(192, "OUI")], "data": [(193, "Vendor2Data")]},
    "port_info": dict(zip(
        ("mkey gid_prefix lid sm_lid cap_mask diag_code mkey_lease_period local_port_num link_width_enabled link_width_supported "
         "link_width_active link_speed_supported port_state port_phys_state link_down_default_state mkey_prot_bits lmc link_speed_active "
         "link_speed_enabled neighbor_mtu master_sm_sl vl_cap init_type vl_high_limit vl_arb_high_cap vl_arb_low_cap init_type_reply "
         "mtu_cap vl_stall_count hoq_life operational_vls partition_enforcement_inbound partition_enforcement_outbound filter_raw_inbound "
         "filter_raw_outbound mkey_violations pkey_violations qkey_violations guid_cap client_reregister mcast_pkey_trap_suppression "
         "subnet_timeout resp_time_value local_phy_errors overrun_errors max_credit_hint link_round_trip_latency").split(),
        ([(27 + i, name)] for i, name in enumerate(
            "Mkey GidPrefix Lid SMLid CapMask DiagCode MkeyLeasePeriod LocalPort LinkWidthEnabled LinkWidthSupported LinkWidthActive "
            "LinkSpeedSupported LinkState PhysLinkState LinkDownDefState ProtectBits LMC LinkSpeedActive LinkSpeedEnabled NeighborMTU "
            "SMSL VLCap InitType VLHighLimit VLArbHighCap VLArbLowCap InitReply MtuCap VLStallCount HoqLife OperVLs PartEnforceInb "
            "PartEnforceOutb FilterRawInb FilterRawOutb MkeyViolations PkeyViolations QkeyViolations GuidCap ClientReregister "
            "McastPkeyTrapSuppressionEnabled SubnetTimeout RespTimeVal LocalPhysErr OverrunErr MaxCreditHint RoundTrip".split())))),
    "node_info": dict(zip(
        "base_version class_version node_type num_ports sys_guid node_guid port_guid partition_cap device_id revision local_port_num "
        "vendor_id".split(),
        ([(75 + i, name)] for i, name in enumerate("BaseVers ClassVers NodeType NumPorts SystemGuid Guid PortGuid PartCap DevId Revision "
                                                   "LocalPort VendorId".split())))),
    "switch_info": dict(zip(
        "linear_fdb_cap random_fdb_cap mcast_fdb_cap linear_fdb_top default_port default_mcast_primary_port "
        "default_mcast_not_primary_port life_time_value port_state_change opt_sl_to_vl_mapping lids_per_port partition_enforcement_cap "
        "inbound_enforcement_cap outbound_enforcement_cap filter_raw_inbound_cap filter_raw_outbound_cap enhanced_port_0 "
        "mcast_fdb_top".split(),
        ([(88 + i, name)] for i, name in enumerate(
            "LinearFdbCap RandomFdbCap McastFdbCap LinearFdbTop DefPort DefMcastPrimPort DefMcastNotPrimPort LifeTime StateChange "
            "OptSLtoVLMapping LidsPerPort PartEnforceCap InboundPartEnf OutboundPartEnf FilterRawInbound FilterRawOutbound EnhancedPort0 "
            "MulticastFDBTop".split())))),
    "linear_forwarding_table": {"ports": [(107, "LinearForwTbl")]},
    "mcast_forwarding_table": {"port_masks": [(108, "MulticastForwTbl")]},
    "node_description": {"node_string": [(109, "NodeDesc")]},
    "sl_to_vl_table": {"vls": [(190, "SLToVLMap")]},
    "vl_arbitration_table": {"weights": [(191, "VLArbTbl")]},
    "sm_info": dict(zip("guid sm_key act_count priority sm_state".split(),
                        ([(142 + i, name)] for i, name in enumerate("SmInfoGuid SmInfoKey SmActivity SmPriority SmState".split())))),
    "port_counters": dict(zip(
        "port_select counter_select symbol_error_counter link_error_recovery_counter link_downed_counter port_rcv_errors "
        "port_rcv_remote_physical_errors port_rcv_switch_relay_errors port_xmit_discards port_xmit_constraint_errors "
        "port_rcv_constraint_errors counter_select2 local_link_integrity_errors excessive_buffer_overrun_errors vl15_dropped "
        "port_xmit_data port_rcv_data port_xmit_packets port_rcv_packets port_xmit_wait".split(),
        ([(121 + i, name)] for i, name in enumerate(
            "PortSelect CounterSelect SymbolErrorCounter LinkErrorRecoveryCounter LinkDownedCounter PortRcvErrors "
            "PortRcvRemotePhysicalErrors PortRcvSwitchRelayErrors PortXmitDiscards PortXmitConstraintErrors PortRcvConstraintErrors "
            "CounterSelect2 LocalLinkIntegrityErrors ExcessiveBufferOverrunErrors VL15Dropped PortXmitData PortRcvData PortXmitPkts "
            "PortRcvPkts PortXmitWait".split())))),
    "port_counters_ext": dict(zip(
        "port_select counter_select port_xmit_data port_rcv_data port_xmit_packets port_rcv_packets port_unicast_xmit_packets "
        "port_unicast_rcv_packets port_multicast_xmit_packets port_multicast_rcv_packets".split(),
        ([(194 + i, name)] for i, name in enumerate(
            "PortSelect CounterSelect PortXmitData PortRcvData PortXmitPkts PortRcvPkts PortUnicastXmitPkts PortUnicastRcvPkts "
            "PortMulticastXmitPkts PortMulticastRcvPkts".split())))),
    "class_port_info": dict(zip(
        "base_version class_version capability_mask capability_mask2 resp_time_value redirect_gid redirect_tc redirect_sl redirect_fl "
        "redirect_lid redirect_pkey redirect_qp redirect_qkey trap_gid trap_tc trap_sl trap_fl trap_lid trap_pkey trap_hl trap_qp "
        "trap_qkey".split(),
        ([(206 + i, name)] for i, name in enumerate(
            "BaseVersion ClassVersion CapabilityMask CapabilityMask2 RespTimeVal RedirectGID RedirectTC RedirectSL RedirectFL RedirectLID "
            "RedirectPKey RedirectQP RedirectQKey TrapGID TrapTC TrapSL TrapFL TrapLID TrapPKey TrapHL TrapQP TrapQKey".split())))),
    "path_record": {"dgid": [(161, "PathRecDGid")], "sgid": [(162, "PathRecSGid")], "dlid": [(163, "PathRecDLid")],
                    "slid": [(164, "PathRecSLid")], "numb_path": [(165, "PathRecNumPath")], "sl": [(166, "PathRecSL")]},
    "mcmember_record": {"mgid": [(167, "McastMemMGid")], "port_gid": [(168, "McastMemPortGid")], "qkey": [(169, "McastMemQkey")],
                        "mlid": [(170, "McastMemMLid")], "sl": [(171, "McastMemSL")], "mtu": [(172, "McastMemMTU")],
                        "rate": [(173, "McastMemRate")], "traffic_class": [(174, "McastMemTClass")], "pkey": [(175, "McastMemPkey")],
                        "flow_label": [(176, "McastMemFlowLbl")], "join_state": [(177, "McastMemJoinState")],
                        "proxy_join": [(178, "McastMemProxyJoin")]},
    "service_record": {"service_id": [(179, "ServRecID")], "service_gid": [(180, "ServRecGid")], "service_pkey": [(181, "ServRecPkey")],
                       "service_lease": [(182, "ServRecLease")], "service_key": [(183, "ServRecKey")], "service_name": [(184, "ServRecName")]},
}
# In a datagram of RMPP the header lies where libibmad has its fields.
RMPP_AT = 24 * 8
RMPP = {"rmpp_version": (147, "RmppVers"), "rmpp_type": (148, "RmppType"), "rmpp_rtime": (149, "RmppResp"), "rmpp_flags": (150, "RmppFlags"),
        "rmpp_status": (151, "RmppStatus"), "seg_num": (153, "RmppSegNum"), "paylen_newwin": (155, "RmppPayload")}


class Ibmad:
    """libibmad, which names the fields of datagrams by numbers."""

    def __init__(self):
        self.lib = ctypes.CDLL("libibmad.so.5")
        self.lib.mad_field_name.restype = ctypes.c_char_p
        self.lib.mad_get_field.restype, self.lib.mad_get_field64.restype = ctypes.c_uint32, ctypes.c_uint64

    def name(self, number):
        return self.lib.mad_field_name(number).decode()

    def value(self, data, number, width):
        """The bits of a field, as a number."""
        memory = (ctypes.c_uint8 * LONGEST).from_buffer_copy(data)
        if width <= 32:
            return self.lib.mad_get_field(memory, 0, number)
        if width == 64:
            return self.lib.mad_get_field64(memory, 0, number)
        taken = (ctypes.c_uint8 * LONGEST)()
        self.lib.mad_get_array(memory, 0, number, taken)
        return int.from_bytes(bytes(taken)[:width // 8], "big")


def only(bit, width):
    """Memory in which just these bits are set."""
    return ((1 << width) - 1 << 8 * LONGEST - bit - width).to_bytes(LONGEST, "big")


def all_but(bit, width):
    return bytes(~byte & 0xff for byte in only(bit, width))


class Datagrams(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.specs = specs_of(support.ROOT)
        cls.things = cls.specs.datagrams | cls.specs.records

    def field(self, thing, name):
        return next(f for f in self.things[thing].fields if f.name == name)

    def test_every_bit_has_one_field(self):
        for thing in (*self.specs.headers.values(), *self.specs.datagrams.values()):
            with self.subTest(thing.name):
                self.assertEqual(sum(f.width for f in thing.fields), 8 * thing.size)

    def test_fields_are_where_libibmad_has_them(self):
        try:
            theirs = Ibmad()
        except OSError:
            self.skipTest("libibmad is not installed (Debian: libibmad5)")
        compared = 0
        rows = [(thing, name, 0, places) for thing, fields in IBMAD.items() for name, places in fields.items()]
        rows += [("rmpp_hdr", name, RMPP_AT, [place]) for name, place in RMPP.items()]
        for thing, name, base, places in rows:
            field = self.field(thing, name)
            bit = base + field.bit
            for i, (number, called) in enumerate(places):
                # If two are one of ours, the first is a bit.
                width = field.width if len(places) == 1 else (1, field.width - 1)[i]
                with self.subTest(thing=thing, field=name, theirs=called):
                    self.assertEqual(theirs.name(number), called)
                    self.assertEqual(theirs.value(only(bit, width), number, width), (1 << width) - 1)
                    self.assertEqual(theirs.value(all_but(bit, width), number, width), 0)
                bit += width
                compared += 1
        self.assertGreater(compared, 190)

    def test_a_wrong_field_is_found(self):
        """The judge is judged."""
        try:
            theirs = Ibmad()
        except OSError:
            self.skipTest("libibmad is not installed (Debian: libibmad5)")
        lmc = self.field("port_info", "lmc")
        self.assertNotEqual(theirs.value(only(lmc.bit + 1, lmc.width), 43, lmc.width), (1 << lmc.width) - 1)

    def test_messages_of_connections_are_the_kernels(self):
        for name, (bits, fields) in table().items():
            message = self.specs.datagrams[f"cm_{name.lower()}"]
            with self.subTest(name):
                self.assertEqual(8 * message.size, bits)
                ours = {f.name.upper(): (f.bit, f.width) for f in message.fields if not f.reserved}
                self.assertEqual(ours, fields)

    def test_the_table_of_messages_is_what_the_header_says(self):
        header = linux_header()
        if not header:
            self.skipTest("the headers of Linux are not installed (Debian: linux-headers-6.1*-common)")
        text = (header.parents[2] / "rdma" / "ibta_vol1_c12.h").read_text(encoding="utf-8")
        self.assertEqual(table(), of_header(text.replace("\\\n", " ")))

    def test_the_sizes_and_numbers_are_those_of_libibumad(self):
        if not (UMAD / "umad_cm.h").exists():
            self.skipTest("the headers of libibumad are not installed (Debian: libibumad-dev)")
        text = "".join((UMAD / f"umad_{name}.h").read_text(encoding="utf-8") for name in ("types", "sm", "sa", "cm"))
        theirs = {name: int(number, 0) for name, number in re.findall(r"(UMAD_\w+)\s*=\s*(0x\w+|\d+)", text)}
        known = {"SM": {"node_description": "NODE_DESC", "node_info": "NODE_INFO", "switch_info": "SWITCH_INFO", "guid_info": "GUID_INFO",
                        "port_info": "PORT_INFO", "pkey_table": "PKEY_TABLE", "sl_to_vl_table": "SLVL_TABLE",
                        "vl_arbitration_table": "VL_ARB_TABLE", "linear_forwarding_table": "LINEAR_FT", "mcast_forwarding_table": "MCAST_FT",
                        "sm_info": "SM_INFO", "mlnx_ext_port_info": "MLNX_EXT_PORT_INFO"},
                 "SA": {"node_record": "NODE_REC", "portinfo_record": "PORT_INFO_REC", "switch_info_record": "SWITCH_INFO_REC",
                        "sminfo_record": "SM_INFO_REC", "link_record": "LINK_REC", "service_record": "SERVICE_REC",
                        "path_record": "PATH_REC", "mcmember_record": "MCMEMBER_REC"},
                 "CM": {f"cm_{name.lower()}": name for name in table()}}
        compared = set()
        for kind, names in known.items():
            for ours, called in names.items():
                with self.subTest(ours):
                    self.assertEqual(self.things[ours].attribute, theirs[f"UMAD_{kind}_ATTR_{called}"])
                    compared.add(ours)
        # The counters are those of libibmad above; every class has a ClassPortInfo.
        self.assertEqual(compared, {t.name for t in self.things.values() if t.attribute} - {"port_counters", "port_counters_ext", "class_port_info"})
        values = {f.name: dict(f.values) for f in self.specs.datagrams["mad_hdr"].fields if f.values}
        for name, number in theirs.items():
            called = re.fullmatch(r"UMAD_(SA_)?METHOD_(?!RESP_MASK)(\w+)", name)
            if called:
                with self.subTest(name):
                    self.assertTrue(values["method"][number].lower().startswith(called[2].lower().replace("_", "") + " "), number)
        self.assertLessEqual({theirs["UMAD_STATUS_BUSY"], theirs["UMAD_STATUS_REDIRECT"], 4, 8, 12, 28}, set(values["status"]))
        self.assertLessEqual({number << 8 for name, number in theirs.items() if name.startswith("UMAD_SA_STATUS_")}, set(values["status"]))


if __name__ == "__main__":
    unittest.main()
