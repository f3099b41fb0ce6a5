<?php
/**
 * Removes what the plugin stored. Proofs are in visitors' browsers only, and end by themselves.
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'WP_UNINSTALL_PLUGIN' ) ) {
	exit;
}

$lintel_gate_sites = is_multisite() ? get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) : array( get_current_blog_id() );
foreach ( $lintel_gate_sites as $lintel_gate_site ) {
	if ( is_multisite() ) {
		switch_to_blog( $lintel_gate_site );
	}
	delete_option( 'lintel_gate_settings' );
	delete_option( 'lintel_gate_secret' );
	delete_option( 'lintel_gate_woocommerce' );
	delete_option( 'lintel_gate_shown' );
	delete_option( 'lintel_gate_shown_mark' );
	delete_post_meta_by_key( '_lintel_gate_check' );
	delete_metadata( 'term', 0, 'lintel_gate_check', '', true );
	// What orders say of the age check stays: it belongs to the shop's records.
	if ( is_multisite() ) {
		restore_current_blog();
	}
}
